/// One thing that a scripted response does to its connection.
///
/// Under HTTP/2 bytes go out as the body of a 200, since there is no byte-level text to break;
/// `close` ends the whole connection and `reset` only the stream.
public enum FixtureStep: Sendable {
  /// Sends these bytes as they are, and waits until the system took them.
  case send([UInt8])
  /// Sends the bytes in small pieces.
  ///
  /// - Parameters:
  ///   - bytes: All that is sent.
  ///   - size: The length of a piece in bytes.
  ///   - milliseconds: The time after each piece.
  case drip([UInt8], size: Int, milliseconds: Int)
  /// Sends the bytes over and over until the client goes; never more than a piece is in memory.
  case endless([UInt8])
  /// Sends bytes past the server's TLS, so that the client's TLS cannot read them; HTTP/1 only.
  case sendBelowTLS([UInt8])
  /// Waits for a time.
  case wait(milliseconds: Int)
  /// Waits until the test opens the gate.
  case gate(Gate)
  /// Waits until the client closes.
  case untilClosed
  /// Reads no more from the connection, so that the client's sending comes to a stop.
  case stopReading
  /// Reads on after `stopReading`.
  case resumeReading
  /// Closes the sending half (FIN) and still reads.
  case halfClose
  /// Closes the connection in order: TLS says its farewell, then FIN.
  case close
  /// Closes the connection (FIN) without TLS's farewell.
  case closeAbruptly
  /// Closes the connection with a reset (RST).
  case reset
  /// Under HTTP/2 ends the stream with a reset and the connection at once after it, without GOAWAY.
  case resetAndClose
  /// Under HTTP/2 announces the end of the connection by GOAWAY, which stays open.
  ///
  /// `last` is the last stream that the server has taken.
  case goAway(last: Int)

  /// Sends the UTF-8 of a text.
  ///
  /// - Parameter text: The text, with its line ends written out.
  /// - Returns: The step.
  public static func text(_ text: String) -> Self { .send(Array(text.utf8)) }
}
