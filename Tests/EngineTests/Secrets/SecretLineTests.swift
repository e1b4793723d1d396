import Diagnostics
import Testing

@testable import Engine

/// Lines of source files with secrets in them, as reports show them.
@Suite(.timeLimit(.minutes(5))) struct SecretLineTests {
  private static let secret = "correct horse"
  /// A document without line breaks.
  private static let length = 400_000

  /// A stretch at a place of a long line that has the secret at another.
  private func shown(_ place: Int, secretAt: Int, length: Int = length) -> SourceRange {
    var bytes = [UInt8](repeating: UInt8(ascii: "x"), count: length)
    bytes.replaceSubrange(secretAt..<(secretAt + Self.secret.utf8.count), with: Self.secret.utf8)
    let mask = SecretMask()
    mask.add(Self.secret)
    return mask.masking(SourceFile(path: "a.json", utf8: bytes).range(place..<(place + 5)))
  }

  @Test(arguments: [
    (200_000, 200_050), (200_000, 199_950), (200_000, 200_001), (200_000, 201_900),
    (200_000, 198_100), (200_000, 0), (200_000, 900), (0, 40), (399_990, 399_900),
  ])
  func `a secret near a stretch of a long line, or at the start of the line, is masked`(
    place: Int,
    secret: Int
  ) {
    let range = shown(place, secretAt: secret)
    let whole = String(decoding: range.file.utf8, as: UTF8.self)
    #expect(!whole.contains(Self.secret))
    #expect(whole.contains(SecretMask.mask))
    #expect(!range.line(cutTo: 2_000).text.contains("horse"))
  }

  @Test func `what no report shows of a long line does not cost a copy`() {
    let range = shown(300_000, secretAt: 100_000)
    #expect(range.utf8 == 300_000..<300_005)
    #expect(range.file.utf8.count == Self.length)
    #expect(!range.line(cutTo: 2_000).text.contains("horse"))
  }
}
