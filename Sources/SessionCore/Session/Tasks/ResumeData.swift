import CurlTransport

/// What is left of a download that broke off, and how to go on with it.
///
/// The bytes so far stay in a temporary file for as long as a copy of this value is kept.
///
/// ```swift
/// if let rest = task.resumeData {
///   session.downloadTask(resuming: rest, destination: place) { print($0.file ?? "") }.resume()
/// }
/// ```
public struct ResumeData: Sendable {
  /// The request that was not finished.
  public var request: SessionRequest
  /// How many bytes there are already.
  public var offset: Int64
  /// The server's word for this state of the content: its `ETag` or `Last-Modified`.
  public var validator: String
  let file: DownloadFile

  /// Takes over what an exchange left; `nil` when nobody could tell whether the rest still fits.
  ///
  /// That takes a GET, a whole or partial answer and a strong validator (RFC 9110 section 13.1.5).
  init?(request: SessionRequest, head: TransferHead, file: DownloadFile, offset: Int64) {
    guard request.method == "GET", head.status == 200 || head.status == 206, offset > 0,
      !head.headers.contains(name: "Content-Encoding")
    else { return nil }
    if let tag = head.headers.first(named: "ETag"), !tag.hasPrefix("W/") {
      validator = tag
    } else if let date = head.headers.first(named: "Last-Modified") {
      validator = date
    } else {
      return nil
    }
    self.request = request
    self.offset = offset
    self.file = file
  }

  /// The request for the rest.
  var continuation: SessionRequest {
    var next = request
    next.headers["Range"] = "bytes=\(offset)-"
    next.headers["If-Range"] = validator
    // A coded body has other places than the plain one.
    next.headers["Accept-Encoding"] = "identity"
    return next
  }

  /// Whether an answer gives the rest from where the file ends.
  func isContinued(by head: TransferHead) -> Bool {
    head.status == 206
      && head.headers.first(named: "Content-Range")?.hasPrefix("bytes \(offset)-") == true
  }
}

extension TransferRequest {
  /// The same without asking for a part.
  var withoutRange: TransferRequest {
    var whole = self
    whole.headers = TransferHeaders(
      headers.lazy.filter { field in
        !field.name.equalsIgnoringASCIICase("Range")
          && !field.name.equalsIgnoringASCIICase("If-Range")
      }.map { ($0.name, $0.value) }
    )
    return whole
  }
}
