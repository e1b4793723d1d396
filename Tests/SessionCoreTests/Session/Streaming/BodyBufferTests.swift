import Testing

@testable import SessionCore

@Suite(.timeLimit(.minutes(5))) struct BodyBufferTests {
  private typealias Buffer = BodyBuffer<Int>

  private func take(_ reading: Buffer.Reading) -> (bytes: [UInt8]?, resumes: Bool)? {
    guard case .take(let piece, let resumes) = reading else { return nil }
    if case .bytes(let bytes) = piece { return (bytes, resumes) }
    return (nil, resumes)
  }

  @Test
  func `bytes wait for their reader up to the limit, then the transfer waits for him`() {
    var buffer = Buffer(limit: 4)
    #expect(!buffer.put([1, 2]).pauses)
    #expect(buffer.put([3, 4]).pauses)
    let all = take(buffer.take(1))
    #expect(all?.bytes == [1, 2, 3, 4])
    #expect(all?.resumes == true)
    #expect(!buffer.put([5]).pauses)
    #expect(take(buffer.take(1))?.resumes == false)
  }

  @Test
  func `a reader who waits gets bytes at once`() {
    var buffer = Buffer(limit: 2)
    guard case .wait = buffer.take(7) else {
      Issue.record("expected the reader to wait")
      return
    }
    let delivery = buffer.put([1, 2, 3])
    #expect(delivery.reader == 7)
    #expect(!delivery.pauses)
    guard case .bytes([1, 2, 3]) = delivery.piece else {
      Issue.record("expected the bytes, got \(delivery.piece)")
      return
    }
  }

  @Test
  func `an error comes behind the bytes, and stays`() {
    var buffer = Buffer(limit: 9)
    _ = buffer.put([1])
    #expect(buffer.finish(SessionError(code: .timedOut, message: "late")).reader == nil)
    #expect(take(buffer.take(1))?.bytes == [1])
    for _ in 0..<2 {
      guard case .take(.failure(let error), false) = buffer.take(1) else {
        Issue.record("expected the error")
        return
      }
      #expect(error.code == .timedOut)
    }
  }

  @Test
  func `nobody wants bytes once the reader has left`() {
    var buffer = Buffer(limit: 9)
    buffer.leave()
    #expect(buffer.put([1]).isUnwanted)
  }
}

@Suite(.timeLimit(.minutes(5))) struct LineSplitterTests {
  private func lines(_ pieces: [String], limit: Int = 100) -> [String] {
    var splitter = LineSplitter(limit: limit)
    var lines: [String] = []
    for piece in pieces {
      splitter.put(Array(piece.utf8))
      while let line = splitter.next() { lines.append(line) }
      if splitter.isTooLong { return lines + ["too long"] }
    }
    if let rest = splitter.rest() { lines.append(rest) }
    return lines
  }

  private static let cases: [([String], [String])] = [
    (["a\nb"], ["a", "b"]), (["a\r", "\nb\n"], ["a", "b"]), (["\n\n"], ["", ""]), ([], []),
    (["a", "b", "\nc", "\n"], ["ab", "c"]), (["\u{FEFF}a\n\u{FEFF}b"], ["a", "\u{FEFF}b"]),
    (["a\rb\n"], ["a\rb"]),
  ]

  @Test(arguments: cases)
  func `lines end with LF or CR LF, whatever pieces they come in`(
    pieces: [String],
    expected: [String]
  ) {
    #expect(lines(pieces) == expected)
  }

  private static let longCases: [([String], [String])] = [
    (["12345"], ["12345"]), (["123456"], ["too long"]),
    (["1\n", "2\n345678\n9"], ["1", "2", "too long"]),
    (["12345\n1"], ["12345", "1"]),
  ]

  @Test(arguments: longCases)
  func `a line that is too long stops the splitting`(pieces: [String], expected: [String]) {
    #expect(lines(pieces, limit: 5) == expected)
  }
}
