/// What a fixture server does with a request: steps first, then a proper message or the end.
///
/// ```swift
/// FixtureResponse.json(#"{"id": 7}"#)
/// FixtureResponse.script([.text("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf"), .reset])
/// FixtureResponse.text("late").after([.wait(milliseconds: 300)])
/// ```
public struct FixtureResponse: Sendable {
  /// How HTTP/1.1 shows where a body ends.
  public enum Framing: Sendable, Hashable {
    /// By `Content-Length`.
    case length
    /// By chunks, one for each piece of the body.
    case chunked
    /// By the end of the connection.
    case untilClose
  }

  /// A message as HTTP has it.
  public struct Message: Sendable {
    /// The status code.
    public var status = 200
    /// The reason phrase of HTTP/1.1.
    public var reason = ""
    /// The headers in order; those of framing are added.
    public var headers: [(name: String, value: String)] = []
    /// The body.
    public var body = FixtureBody.bytes([])
    /// How the end of the body is shown.
    public var framing = Framing.length
    /// Headers after a chunked body.
    public var trailers: [(name: String, value: String)] = []
    /// Whether the connection is closed after it.
    public var closes = false
    /// After how many bytes of the body the connection is closed, in spite of its framing.
    public var cutAfter: Int?
  }

  /// What is done before the message.
  public var steps: [FixtureStep]
  /// The message, or nil to close the connection after the steps.
  public var message: Message?

  /// A message of any kind.
  ///
  /// - Parameters:
  ///   - status: The status code.
  ///   - headers: The headers in order; those of framing are added.
  ///   - body: The body.
  ///   - framing: How the end of the body is shown.
  public init(
    _ status: Int,
    headers: [(name: String, value: String)] = [],
    body: FixtureBody = .bytes([]),
    framing: Framing = .length
  ) {
    steps = []
    var message = Message()
    message.status = status
    message.reason = ReasonPhrase.of(status)
    message.headers = headers
    message.body = body
    message.framing = framing
    self.message = message
  }

  private init(steps: [FixtureStep]) {
    self.steps = steps
    message = nil
  }

  /// Bytes and pauses instead of a message; the connection is closed after the last.
  ///
  /// - Parameter steps: What is done, in order.
  /// - Returns: The response.
  public static func script(_ steps: [FixtureStep]) -> Self { Self(steps: steps) }

  /// An empty message.
  ///
  /// - Parameters:
  ///   - status: The status code.
  ///   - headers: The headers in order.
  /// - Returns: The response.
  public static func status(
    _ status: Int,
    headers: [(name: String, value: String)] = []
  ) -> Self {
    Self(status, headers: headers)
  }

  /// A body of bytes with its type.
  ///
  /// - Parameters:
  ///   - bytes: The body.
  ///   - type: The value of `Content-Type`.
  ///   - status: The status code.
  /// - Returns: The response.
  public static func bytes(
    _ bytes: [UInt8],
    type: String = "application/octet-stream",
    status: Int = 200
  ) -> Self {
    Self(status, headers: [("Content-Type", type)], body: .bytes(bytes))
  }

  /// A plain text.
  ///
  /// - Parameters:
  ///   - text: The body.
  ///   - type: The value of `Content-Type`.
  ///   - status: The status code.
  /// - Returns: The response.
  public static func text(
    _ text: String,
    type: String = "text/plain; charset=utf-8",
    status: Int = 200
  ) -> Self {
    .bytes(Array(text.utf8), type: type, status: status)
  }

  /// A JSON text.
  ///
  /// - Parameters:
  ///   - text: The body, as it is sent.
  ///   - status: The status code.
  /// - Returns: The response.
  public static func json(_ text: String, status: Int = 200) -> Self {
    .bytes(Array(text.utf8), type: "application/json", status: status)
  }

  /// A redirect without body.
  ///
  /// - Parameters:
  ///   - location: The value of `Location`.
  ///   - status: The status code.
  /// - Returns: The response.
  public static func redirect(_ location: String, status: Int = 302) -> Self {
    Self(status, headers: [("Location", location)])
  }

  /// The same response after these steps.
  ///
  /// - Parameter steps: What is done first.
  /// - Returns: The response.
  public func after(_ steps: [FixtureStep]) -> Self {
    var response = self
    response.steps = steps + response.steps
    return response
  }

  /// The same message, broken off in its body.
  ///
  /// HTTP/1.1 closes the connection (FIN), HTTP/2 resets the stream.
  ///
  /// - Parameter count: How many bytes of the body come.
  /// - Returns: The response.
  public func cut(after count: Int) -> Self {
    var response = self
    response.message?.cutAfter = count
    return response
  }

  /// The same response with a further header.
  ///
  /// - Parameters:
  ///   - name: The name, sent in these letters.
  ///   - value: The value.
  /// - Returns: The response.
  public func adding(_ name: String, _ value: String) -> Self {
    var response = self
    response.message?.headers.append((name, value))
    return response
  }
}
