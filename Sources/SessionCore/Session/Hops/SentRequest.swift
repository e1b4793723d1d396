import Cryptography
import CurlTransport
import Locks

/// A request on its way, and then its answer.
///
/// An object, so that each of thousands that wait at once is held in one piece, not in the frames of every function that waits for it.
/// Belongs to one task.
final class SentRequest {
  /// What is sent, cookies and credentials included.
  let request: SessionRequest
  /// What the transport is given.
  let wire: TransferRequest
  /// What TLS agrees upon, if the request asks for that.
  let facts: Locked<TLSFacts?>?
  private var reply: TransferResponse?

  init(_ request: SessionRequest, wire: TransferRequest, facts: Locked<TLSFacts?>?) {
    self.request = request
    self.wire = wire
    self.facts = facts
  }

  /// Takes the whole answer.
  @inline(never)
  func take(_ reply: consuming TransferResponse) { self.reply = reply }

  /// The fields as they went out, if the request asks for that and they have.
  var sentHeaders: HTTPHeaders? {
    @inline(never) get { wire.sentHead?.headers.map { HTTPHeaders($0) } }
  }

  /// What the transport's error means to the session.
  @inline(never)
  func error(_ error: CurlError) -> SessionError { SessionError(error, request: request) }

  /// Hands the answer out, once.
  func takeReply() -> TransferResponse {
    guard let reply = reply.take() else {
      preconditionFailure("a transport that does not throw has an answer")
    }
    return reply
  }
}
