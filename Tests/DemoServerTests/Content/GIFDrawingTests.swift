import Testing

@testable import DemoServer

/// The picture that the demo draws in codes of one byte.
@Suite(.timeLimit(.minutes(5))) struct GIFDrawingTests {
  @Test func `the table of codes is cleared before codes need nine bits`() {
    let file = GIFDrawing.draw(width: 30, height: 20, frames: 1)
    // Behind the header, the colours, the control block and the description of the frame.
    var rest = file[(13 + 384 + 8 + 11)...]
    var codes: [UInt8] = []
    while let count = rest.popFirst(), count > 0 {
      codes += rest.prefix(Int(count))
      rest = rest.dropFirst(Int(count))
    }
    #expect(Array(rest) == [0x3B])
    #expect(codes.first == 128 && codes.last == 129)
    let runs = codes.dropLast().split(separator: 128)
    #expect(runs.joined().count == 600)
    #expect(runs.map(\.count).max() ?? 0 <= 126)
  }

  @Test(arguments: 1...3) func `a picture of several frames runs for ever`(frames: Int) {
    let file = GIFDrawing.draw(width: 2, height: 2, frames: frames)
    let text = String(decoding: file, as: Unicode.ASCII.self)
    #expect(text.contains("NETSCAPE2.0") == (frames > 1))
  }
}
