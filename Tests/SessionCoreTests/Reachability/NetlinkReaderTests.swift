import Testing

@testable import SessionCore

@Suite(.timeLimit(.minutes(5))) struct NetlinkReaderTests {
  /// An attribute with a length that counts its own four bytes, in the host's byte order.
  private func attribute(_ length: UInt16, _ type: UInt16, _ content: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(native: length)
    bytes.append(native: type)
    return bytes + content
  }

  private func found(_ bytes: [UInt8]) -> [UInt16: [UInt8]] {
    NetlinkReader(bytes[...]).attributes(from: 0).mapValues { Array($0) }
  }

  @Test func `attributes are read up to the last byte`() {
    let bytes = attribute(8, 1, [1, 2, 3, 4]) + attribute(6, 2, [9, 9])
    #expect(found(bytes) == [1: [1, 2, 3, 4], 2: [9, 9]])
    #expect(found(attribute(4, 3, [])) == [3: []])
  }

  @Test func `an attribute begins at a multiple of four, and flags are no part of its type`() {
    let bytes = attribute(5, 1, [7, 0, 0, 0]) + attribute(5, 0x8002, [8])
    #expect(found(bytes) == [1: [7], 2: [8]])
  }

  @Test func `an attribute that is longer than the message or too short ends it`() {
    #expect(found(attribute(9, 1, [1, 2, 3, 4])) == [:])
    #expect(found(attribute(3, 1, [1, 2, 3, 4])) == [:])
    #expect(found([8, 0]) == [:])
  }
}
