/// The dependencies that `Package.swift` declares, read from its text.
struct PackageManifest {
  /// The dependencies of each target that is no system library.
  var dependencies: [String: Set<String>] = [:]

  init(_ text: String) {
    let starts = [".target(", ".testTarget(", ".executableTarget("]
    var rest = text[...]
    while let start = starts.compactMap({ rest.firstRange(of: $0) }).min(by: Self.isBefore) {
      let block = Self.block(rest[start.upperBound...])
      rest = rest[start.upperBound...].dropFirst(block.count)
      guard let name = Self.strings(block, after: "name:").first else { continue }
      guard let list = block.firstRange(of: "dependencies:") else {
        dependencies[name] = []
        continue
      }
      let values = Self.bracketed(block[list.upperBound...])
      let packages = Set(Self.strings(values, after: "package:"))
      dependencies[name] = Set(Self.strings(values, after: "")).subtracting(packages)
    }
  }

  private static func isBefore(_ one: Range<Substring.Index>, _ two: Range<Substring.Index>) -> Bool
  {
    one.lowerBound < two.lowerBound
  }

  /// The text up to the parenthesis that closes a call.
  private static func block(_ text: Substring) -> Substring {
    var depth = 1
    for index in text.indices {
      if text[index] == "(" { depth += 1 }
      if text[index] == ")" { depth -= 1 }
      if depth == 0 { return text[..<index] }
    }
    return text
  }

  /// The text inside the first pair of brackets.
  private static func bracketed(_ text: Substring) -> Substring {
    let list = text.drop { $0 != "[" }.dropFirst()
    return list.prefix { $0 != "]" }
  }

  /// The string literals that stand behind a label, or all.
  private static func strings(_ text: Substring, after label: String) -> [String] {
    let pieces = text.split(separator: "\"", omittingEmptySubsequences: false)
    return pieces.indices.filter { index in
      guard !index.isMultiple(of: 2) else { return false }
      let before = pieces[index - 1].reversed().drop(while: \.isWhitespace).reversed()
      return label.isEmpty || String(before).hasSuffix(label)
    }.map { String(pieces[$0]) }
  }
}
