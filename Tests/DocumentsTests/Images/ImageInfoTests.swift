import Documents
import Testing

@Suite(.timeLimit(.minutes(5))) struct ImageInfoTests {
  @Test(arguments: ImageSample.all)
  func `a picture is described by its header`(sample: ImageSample) throws {
    #expect(try ImageInfo(parsing: sample.bytes) == sample.info)
  }

  @Test(arguments: ImageSample.all)
  func `every beginning of a picture is an error`(sample: ImageSample) {
    // A file may end with bytes that nothing needs: padding, or a page's values that say the
    // default.
    let needed =
      sample.bytes.count - (["tiff", "ico"].contains(sample.info.format.rawValue) ? 40 : 3)
    for length in 0..<needed {
      #expect(throws: ImageInfoError.self, "\(length) of \(sample.bytes.count) bytes") {
        try ImageInfo(parsing: Array(sample.bytes[..<length]))
      }
    }
  }

  @Test(arguments: ImageSample.all)
  func `no changed byte crashes`(sample: ImageSample) {
    for offset in sample.bytes.indices {
      for value: UInt8 in [0, 1, 0x7F, 0x80, 0xFF] {
        var bytes = sample.bytes
        bytes[offset] = value
        if let info = try? ImageInfo(parsing: bytes) {
          #expect(info.width > 0 && info.height > 0)
        }
      }
    }
  }

  @Test(arguments: [
    ("", ImageInfoError.Code.unknownFormat), ("00", .unknownFormat), ("<svg", .unknownFormat),
    ("89504e470d0a1a0a", .truncated), ("ffd8ff", .truncated), ("ffd8ffd9", .malformed),
    ("474946383961000001000000003b", .malformed), ("000001000000", .malformed),
    ("49492a0000000000", .malformed), ("49492a00080000000000", .truncated),
    ("424d0000000000000000360000002800000001000000ffffff7f01002000000000", .truncated),
    (
      "424d00000000000000003600000028000000ffffff7f000000800100200000000000000000000000000000000000000000000000000000",
      .truncated
    ),
    (
      "424d00000000000000003600000028000000000000000100000001002000000000000000000000000000000000000000000000000000",
      .malformed
    ),
    ("49492a000800000001000001030001000000050000000800000000", .malformed),
  ])
  func `a header that lies is an error`(hex: String, code: ImageInfoError.Code) {
    let error = #expect(throws: ImageInfoError.self) { try ImageInfo(parsing: bytesOf(hex: hex)) }
    #expect(error?.code == code)
    #expect(error?.message.isEmpty == false)
  }

  @Test
  func `a page of a TIFF without entries is an error at its place`() {
    let error = #expect(throws: ImageInfoError.self) {
      try ImageInfo(parsing: bytesOf(hex: "49492a000800000000000000000000000000"))
    }
    #expect(error?.message == "tiff: a page has no entries")
    #expect(error?.offset == 8)
  }

  @Test
  func `a PNG whose Exif names no orientation is not turned`() throws {
    var bytes = try #require(ImageSample.all.first { $0.name == "pngTurned" }).bytes
    // The tag 0x0112 becomes another one.
    let tag = try #require(bytes.indices.first { bytes[$0...].starts(with: [0x01, 0x12, 0, 3]) })
    bytes[tag + 1] = 0x13
    #expect(try ImageInfo(parsing: bytes).orientation == 1)
  }

  @Test
  func `a WebP without a picture is an error at its first chunk`() {
    let bytes = Array("RIFF".utf8) + [12, 0, 0, 0] + Array("WEBPXXXX".utf8) + [0, 0, 0, 0]
    let error = #expect(throws: ImageInfoError.self) { try ImageInfo(parsing: bytes) }
    #expect(error?.code == .malformed)
    #expect(error?.offset == 12)
  }

  @Test(arguments: ["width", "height"])
  func `a PNG without a size is an error`(side: String) throws {
    var bytes = try #require(ImageSample.all.first { $0.name == "png" }).bytes
    bytes[side == "width" ? 19 : 23] = 0
    #expect(throws: ImageInfoError.self) { try ImageInfo(parsing: bytes) }
  }

  @Test(arguments: [
    ("#define a_width 8\n#define a_height 2\nstatic char a_bits[] = { 0x1, 0x2 };", 8, 2),
    ("/* c */ #define width 9\n#define height 1\nstatic char bits[] = {0xff,0x01}", 9, 1),
    ("#define width 17\n#define height 1\nstatic short bits[] = {0xffff,0x01}", 17, 1),
  ])
  func `an X bitmap is read as the C it is`(text: String, width: Int, height: Int) throws {
    let info = try ImageInfo(parsing: Array(text.utf8))
    #expect(info == ImageInfo(format: .xbm, width: width, height: height, bitsPerChannel: 1))
  }

  @Test(arguments: [
    "#define a_width 8\n#define a_height 2\nchar b[] = { 0x1 };", "#define a_width 8\n{0x1}",
    "#define width 8\n#define height 1\nchar b[] = { 0x1", "#define", "#define width 8",
    "#define width 8\n#define height 1\nchar b[] = { x };",
    "#define width 99999999999999999999\n#define height 1\n{ 0 }",
    "#define width -8\n#define height 1\n{ 0 }",
  ])
  func `an X bitmap that lacks bits is an error`(text: String) {
    #expect(throws: ImageInfoError.self) { try ImageInfo(parsing: Array(text.utf8)) }
  }
}
