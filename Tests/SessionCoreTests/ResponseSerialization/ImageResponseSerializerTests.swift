import Documents
import Testing

@testable import SessionCore

/// A picture of each format that AFNetworking knows.
private struct Picture: Sendable, CustomTestStringConvertible {
  var format: ImageInfo.Format
  var type: String
  var width: Int
  var height: Int
  var bytes: [UInt8]

  var testDescription: String { type }

  init(_ format: ImageInfo.Format, _ type: String, _ width: Int, _ height: Int, _ hex: String) {
    self.format = format
    self.type = type
    self.width = width
    self.height = height
    let digits = hex.utf8.compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
    bytes = stride(from: 0, to: digits.count - 1, by: 2).map { index in
      UInt8(digits[index] * 16 + digits[index + 1])
    }
  }

  static let all = [
    Picture(
      .png,
      "image/png",
      5,
      3,
      """
      89504e470d0a1a0a0000000d4948445200000005000000030802000000d45452af0000001049444154789c
      63fccf80029818f0f3012f910105b112327a0000000049454e44ae426082
      """
    ),
    Picture(
      .jpeg,
      "image/jpeg",
      5,
      3,
      """
      ffd8ffe000104a46494600010100000100010000ffdb004300a06e788c7864a08c828cb4aaa0bef0fffff0
      dcdcf0ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff
      ffffffffdb004301aab4b4f0d2f0ffffffffffffffffffffffffffffffffffffffffffffffffffffffffff
      ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffc0001108000300050301220002
      1101031101ffc4001f0000010501010101010100000000000000000102030405060708090a0bffc400b510
      0002010303020403050504040000017d01020300041105122131410613516107227114328191a1082342b1
      c11552d1f02433627282090a161718191a25262728292a3435363738393a434445464748494a5354555657
      58595a636465666768696a737475767778797a838485868788898a92939495969798999aa2a3a4a5a6a7a8
      a9aab2b3b4b5b6b7b8b9bac2c3c4c5c6c7c8c9cad2d3d4d5d6d7d8d9dae1e2e3e4e5e6e7e8e9eaf1f2f3f4
      f5f6f7f8f9faffc4001f0100030101010101010101010000000000000102030405060708090a0bffc400b5
      1100020102040403040705040400010277000102031104052131061241510761711322328108144291a1b1
      c109233352f0156272d10a162434e125f11718191a262728292a35363738393a434445464748494a535455
      565758595a636465666768696a737475767778797a82838485868788898a92939495969798999aa2a3a4a5
      a6a7a8a9aab2b3b4b5b6b7b8b9bac2c3c4c5c6c7c8c9cad2d3d4d5d6d7d8d9dae2e3e4e5e6e7e8e9eaf2f3
      f4f5f6f7f8f9faffda000c03010002110311003f00651451526c7fffd9
      """
    ),
    Picture(
      .gif,
      "image/gif",
      5,
      3,
      """
      47494638376105000300810000ff00000000000000000000002c00000000050003000008080001081c48b0
      6040003b
      """
    ),
    Picture(
      .bmp,
      "image/bmp",
      5,
      3,
      """
      424d660000000000000036000000280000000500000003000000010018000000000030000000c40e0000c4
      0e000000000000000000000000ff0000ff0000ff0000ff0000ff000000ff0000ff0000ff0000ff0000ff00
      0000ff0000ff0000ff0000ff0000ff00
      """
    ),
    Picture(
      .tiff,
      "image/tiff",
      5,
      3,
      """
      49492a00080000000a00000104000100000005000000010104000100000003000000020103000300000086
      00000003010300010000000100000006010300010000000200000011010400010000008c00000015010300
      010000000300000016010400010000000300000017010400010000002d0000001c01030001000000010000
      0000000000080008000800ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff0000ff00
      00ff0000ff0000ff0000ff0000
      """
    ),
    Picture(
      .ico,
      "image/x-icon",
      32,
      32,
      """
      000001000200101000000000200052000000260000002020000000002000620000007800000089504e470d
      0a1a0a0000000d4948445200000010000000100802000000909168360000001949444154789c636460f8cf
      400a602249f5a886510d434a03003e30011f5a25bdca0000000049454e44ae42608289504e470d0a1a0a00
      00000d4948445200000020000000200802000000fc18eda30000002949444154789cedcd3101000008c3b0
      817fcf6002be544053c9e4b37ebd03000000000000000080c316a1c6013fbc1fb1dd0000000049454e44ae
      426082
      """
    ),
  ]
}

@Suite(.timeLimit(.minutes(5))) struct ImageResponseSerializerTests {
  @Test(arguments: Picture.all)
  private func `row 61: the size of a picture is read, half a picture is an error`(
    picture: Picture
  ) {
    let response = SessionResponse.fixture(200, type: picture.type)
    let result = ImageResponseSerializer().serialize(response, data: picture.bytes)
    #expect(result.error == nil)
    #expect(result.object?.format == picture.format)
    #expect(result.object?.width == picture.width)
    #expect(result.object?.height == picture.height)
    let half = Array(picture.bytes.prefix(picture.bytes.count / 2))
    let broken = ImageResponseSerializer().serialize(response, data: half)
    #expect(broken.object == nil)
    #expect(broken.error?.domain == .cocoa)
  }
}
