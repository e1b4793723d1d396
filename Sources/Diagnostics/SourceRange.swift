/// A stretch of a file, from one byte up to another.
///
/// Every node of a scenario's syntax carries one, so that whatever is said about it can be said at its place. Lines and columns
/// are found only when somebody asks.
public struct SourceRange: Sendable, Hashable {
  /// The file that holds the stretch.
  public let file: SourceFile

  // Half as large as numbers of 64 bits: reading a .hurl file of 5 000 entries makes half a million of them.
  private let lower: UInt32
  private let upper: UInt32

  /// The stretch in bytes of `file.utf8`, of which the first 4 GiB have places.
  public var utf8: Range<Int> { Int(lower)..<Int(upper) }

  /// Makes a stretch; bytes outside the file are cut off.
  public init(file: SourceFile, utf8: Range<Int>) {
    self.file = file
    let end = min(file.utf8.count, Int(UInt32.max))
    lower = UInt32(truncatingIfNeeded: min(max(utf8.lowerBound, 0), end))
    upper = UInt32(truncatingIfNeeded: min(max(utf8.upperBound, 0), end))
  }

  /// Where the stretch starts.
  public var start: SourceLocation { file.location(at: utf8.lowerBound) }

  /// Where the stretch ends; the place just behind its last character.
  public var end: SourceLocation { file.location(at: utf8.upperBound) }

  /// The text of the stretch.
  public var text: String { String(decoding: file.utf8[utf8], as: UTF8.self) }

  /// The stretch from the start of this one to the end of `other`, which must be of the same file.
  public func joined(to other: SourceRange) -> SourceRange {
    let (first, second) = (utf8, other.utf8)
    return file.range(
      min(first.lowerBound, second.lowerBound)..<max(first.upperBound, second.upperBound)
    )
  }

  /// A part of the stretch.
  ///
  /// - Parameter bytes: counted from the start of this stretch.
  /// - Returns: the stretch, cut off at the end of the file.
  public func part(_ bytes: Range<Int>) -> SourceRange {
    let start = utf8.lowerBound
    return file.range((start + bytes.lowerBound)..<(start + bytes.upperBound))
  }
}

extension SourceRange: CustomStringConvertible {
  /// The place as compilers write it, `path:line:column`.
  public var description: String { "\(file.path):\(start.line):\(start.column)" }
}
