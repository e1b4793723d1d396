import Files

/// A pattern of paths: `*` is any characters of a name, `**` any folders, `?` a character, `[a-z]` one of several, `[!a-z]` none of them.
struct PathPattern {
  /// How deep folders are searched.
  private static let deepest = 64

  private let parts: [[Character]]
  private let isAbsolute: Bool

  /// Reads a pattern; every text is one.
  init(_ text: String) {
    isAbsolute = text.hasPrefix("/")
    var parts: [[Character]] = []
    for part in text.split(separator: "/").map(Array.init)
    where part != ["*", "*"] || parts.last != part {
      parts.append(part)
    }
    self.parts = parts
  }

  /// The files that go with it, in the order of their names.
  func files() -> [String] {
    var found: [String] = []
    search(isAbsolute ? "/" : "", parts[...], depth: 0, &found)
    var known: Set<String> = []
    return found.filter { known.insert($0).inserted }
  }

  private func search(
    _ folder: String,
    _ rest: ArraySlice<[Character]>,
    depth: Int,
    _ found: inout [String]
  ) {
    guard let part = rest.first, depth < Self.deepest else { return }
    let others = rest.dropFirst()
    let isDeep = part == ["*", "*"]
    if isDeep, !others.isEmpty { search(folder, others, depth: depth + 1, &found) }
    let literal = String(part)
    guard part.contains(where: { "*?[".contains($0) }) else {
      return visit(folder + literal, others, depth: depth, &found)
    }
    for name in FileSystem.names(in: folder.orHere) ?? [] {
      if isDeep {
        if others.isEmpty { visit(folder + name, others, depth: depth, &found) }
        if FileSystem.kind(of: folder + name) == .folder {
          search(folder + name + "/", rest, depth: depth + 1, &found)
        }
      } else if Self.holds(of: Array(name)[...], part[...]) {
        visit(folder + name, others, depth: depth, &found)
      }
    }
  }

  private func visit(
    _ path: String,
    _ rest: ArraySlice<[Character]>,
    depth: Int,
    _ found: inout [String]
  ) {
    switch FileSystem.kind(of: path) {
    case .file where rest.isEmpty, .other where rest.isEmpty: found.append(path)
    case .folder where !rest.isEmpty: search(path + "/", rest, depth: depth + 1, &found)
    case .file, .other, .folder, .missing: break
    }
  }

  /// Whether a name goes with a part of a pattern; the time is at most their lengths multiplied.
  private static func holds(of name: ArraySlice<Character>, _ part: ArraySlice<Character>) -> Bool {
    var (name, part) = (name, part)
    // Where the last star stands, and what of the name was left for it.
    var star: (part: ArraySlice<Character>, name: ArraySlice<Character>)?
    while let character = name.first {
      if part.first == "*" {
        part = part.dropFirst()
        star = (part, name)
      } else if let rest = part.first.flatMap({ _ in after(character, part) }) {
        (name, part) = (name.dropFirst(), rest)
      } else if let last = star {
        name = last.name.dropFirst()
        part = last.part
        star = (last.part, name)
      } else {
        return false
      }
    }
    return part.allSatisfy { $0 == "*" }
  }

  /// What is left of a pattern behind the part of it that stands for a character; `nil` when that does not.
  private static func after(
    _ character: Character,
    _ part: ArraySlice<Character>
  ) -> ArraySlice<Character>? {
    switch part.first {
    case "?": return part.dropFirst()
    case "[":
      var rest = part.dropFirst()
      let isNegated = rest.first == "!" || rest.first == "^"
      if isNegated { rest = rest.dropFirst() }
      guard let end = rest.dropFirst().firstIndex(of: "]") else { break }
      var set = rest[..<end]
      var isIn = false
      while let first = set.popFirst() {
        guard set.first == "-", let last = set.dropFirst().first else {
          isIn = isIn || first == character
          continue
        }
        set = set.dropFirst(2)
        isIn = isIn || (first <= character && character <= last)
      }
      return isIn != isNegated ? rest[(end + 1)...] : nil
    case _: break
    }
    return part.first == character ? part.dropFirst() : nil
  }
}
