/// A client's connection: bytes received, bytes to be sent, and its state.
final class HTTPConnection {
  var socket: Socket
  /// Counts the server's connections from 1.
  let serial: Int
  /// Where the loop keeps it.
  var slot: Int
  var parser: HTTPRequestParser
  var phase = Phase.reading
  /// The requests so far.
  var requests = 0
  /// When bytes last went either way, in the clock's milliseconds.
  var lastActivity: Int
  /// Tells the timer that counts from those that no longer do.
  var timer = 0
  var output: [UInt8] = []
  var sent = 0
  /// What the loop last counted of this connection's bytes in memory.
  var countedBytes = 0

  /// What the connection waits for or does.
  enum Phase {
    case reading
    /// The answer is due later.
    case delayed(HTTPResponse, HTTPResponseWriter)
    case sending(Next)
    /// The next piece of a body is due later.
    case pausing(Pieces)
    /// Nothing more is sent, on purpose.
    case stalled
    /// Everything is sent; what the client still sends is thrown away for a moment, so that closing
    /// does not take the answer back.
    case lingering
    case closed
  }

  /// What follows once the output is sent.
  enum Next {
    case request
    case close
    case stall
    case pieces(Pieces)
    case endless([UInt8])
  }

  /// The rest of a body that is sent piece by piece.
  struct Pieces {
    var rest: ArraySlice<[UInt8]>
    var milliseconds: Int
    var writer: HTTPResponseWriter
  }

  init(socket: consuming Socket, serial: Int, slot: Int, limits: ServerLimits, now: Int) {
    self.socket = socket
    self.serial = serial
    self.slot = slot
    parser = HTTPRequestParser(limits: limits)
    lastActivity = now
  }

  /// What to wait for in the current phase.
  var interest: PollSet.Interest {
    switch phase {
    case .reading, .stalled, .lingering: .reading
    case .sending: .writing
    case .delayed, .pausing, .closed: []
    }
  }

  /// Whether the idle bound counts; a connection with a timer of its own has that instead.
  var canIdle: Bool {
    switch phase {
    case .reading, .stalled, .sending: true
    case .delayed, .pausing, .lingering, .closed: false
    }
  }

  /// Prepares an answer for sending.
  ///
  /// - Returns: what to do with the connection.
  func prepare(_ response: HTTPResponse, _ writer: HTTPResponseWriter) -> Phase {
    switch response.ending {
    case .closed:
      return .closed
    case .reset:
      socket.resetOnClose()
      return .closed
    case .raw:
      if case .bytes(let bytes) = response.body { output += bytes }
      return .sending(.close)
    case .orderly, .cut, .stalled:
      break
    }
    output += writer.head(response)
    let next: Next = writer.keepsAlive ? .request : .close
    guard writer.sendsBody(response) else { return .sending(next) }
    switch response.body {
    case .endless(let piece):
      return .sending(.endless(writer.piece(piece)))
    case .pieces(let pieces, let milliseconds):
      let rest = Pieces(rest: pieces[...], milliseconds: milliseconds, writer: writer)
      return .sending(sendPiece(of: rest))
    case .bytes(let bytes):
      switch response.ending {
      case .cut(let count):
        output += bytes.prefix(count)
        return .sending(.close)
      case .stalled(let count):
        output += bytes.prefix(count)
        return .sending(.stall)
      case .orderly, .closed, .reset, .raw:
        output += bytes
        return .sending(next)
      }
    }
  }

  /// Puts the next piece into the output, or what ends the body.
  func sendPiece(of pieces: Pieces) -> Next {
    var pieces = pieces
    guard let piece = pieces.rest.popFirst() else {
      output += pieces.writer.lastPiece
      return pieces.writer.keepsAlive ? .request : .close
    }
    output += pieces.writer.piece(piece)
    return .pieces(pieces)
  }
}
