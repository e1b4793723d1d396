/// What the reader of a body gets.
enum BodyPiece: Sendable {
  case bytes([UInt8])
  case end
  case failure(SessionError)
}

/// The bytes between a transfer and their reader, as a pure state machine: events in, actions out.
struct BodyBuffer<Waiter: Sendable>: Sendable {
  /// What the owner has to do after bytes or an end came, the lock released.
  struct Delivery: Sendable {
    var reader: Waiter?
    var piece = BodyPiece.end
    /// Whether the transfer has to wait.
    var pauses = false
    /// Whether nobody wants the bytes.
    var isUnwanted = false
  }

  /// What the owner has to do after a reader asked.
  enum Reading: Sendable {
    /// The reader goes on with this; with `resumes` the transfer goes on as well.
    case take(BodyPiece, resumes: Bool)
    /// The reader waits.
    case wait
  }

  private let limit: Int
  private var bytes: [UInt8] = []
  private var end: BodyPiece?
  private var reader: Waiter?
  private var isPaused = false
  private var isLeft = false

  /// Makes an empty buffer.
  ///
  /// - Parameter limit: how many bytes may wait for their reader before the transfer waits for him.
  init(limit: Int) { self.limit = limit }

  mutating func put(_ new: [UInt8]) -> Delivery {
    if isLeft { return Delivery(isUnwanted: true) }
    if !new.isEmpty, let reader = reader.take() {
      return Delivery(reader: reader, piece: .bytes(new))
    }
    bytes += new
    guard bytes.count >= limit else { return Delivery() }
    isPaused = true
    return Delivery(pauses: true)
  }

  mutating func finish(_ error: SessionError?) -> Delivery {
    if end != nil { return Delivery() }
    let last = error.map { BodyPiece.failure($0) } ?? .end
    end = last
    guard let reader = reader.take() else { return Delivery() }
    return Delivery(reader: reader, piece: last)
  }

  /// Bytes first, then the end, which stays.
  mutating func take(_ waiter: Waiter?) -> Reading {
    if !bytes.isEmpty {
      let taken = bytes
      bytes = []
      defer { isPaused = false }
      return .take(.bytes(taken), resumes: isPaused)
    }
    if let end { return .take(end, resumes: false) }
    precondition(reader == nil, "a body has one reader at a time")
    reader = waiter
    return .wait
  }

  /// Nobody will ask any more.
  mutating func leave() {
    isLeft = true
    bytes = []
  }
}
