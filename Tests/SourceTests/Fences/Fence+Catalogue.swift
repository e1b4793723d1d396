extension Fence {
  /// The fences of single files.
  static let all: [Fence] = [
    .never("@unchecked Sendable"),
    .never("@_exported", except: ["SessionCore"]),
    .never("try!"),
    .never("as!"),
    .never("fatalError(", in: "Sources"),
    .never("nonisolated(unsafe)", except: ["Locks"]),
    .never("CURLOPT_", in: "Sources", except: ["CurlTransport", "CCurl"]),
    .never("Mutex<", in: "Sources"),
    .never("Mutex(", in: "Sources"),
    timeLimits, folderNames, marks, machinePaths, importsAllowed,
  ]

  /// Every suite has a time limit, so that a test that waits for ever fails under its name.
  static let timeLimits = Fence(name: "time limits of suites") { file in
    guard file.kind == "Tests" else { return [] }
    let openers: Set<Substring> = ["struct", "class", "enum", "actor", "extension"]
    var attributes = ""
    var (isInBody, isLimited) = (false, false)
    var missing: [Int] = []
    for (index, line) in file.codeLines.enumerated() {
      let isTest = line.contains("@Test")
      if isTest, !(isInBody && isLimited), missing.isEmpty { missing.append(index + 1) }
      if line.first == "}" {
        isInBody = false
        attributes = ""
      } else if !isInBody {
        attributes = line.isEmpty ? "" : attributes + line
        let words = Set(line.split { !$0.isLetter })
        guard line.first != " ", !words.isDisjoint(with: openers) else { continue }
        // The suite of an extension has its limit where it is declared.
        isLimited = attributes.contains(".timeLimit(") || words.contains("extension")
        isInBody = line.last != "}"
        attributes = ""
      }
    }
    return missing.map { "\(file.path):\($0): write @Suite(.timeLimit(.minutes(5))) at the suite" }
  }

  /// No folder has a name that says nothing.
  static let folderNames = Fence(name: "names of folders") { file in
    let empty: Set = ["Utils", "Utilities", "Helpers", "Misc", "Common", "Support", "Shared"]
    return file.parts.dropLast().contains { empty.contains($0) }
      ? ["\(file.path): the folder's name says nothing"] : []
  }

  /// No unfinished work is marked in the sources.
  static let marks = Fence(name: "no marks of unfinished work") { file in
    // Put together here, so that this file keeps its own rule.
    let words = Set(["TO" + "DO", "FIX" + "ME", "X" + "XX"])
    guard words.contains(where: { SourceText.holds(file.text, $0) }) else { return [] }
    let lines = file.text.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.indices.filter { line in
      lines[line].split { !$0.isLetter && !$0.isNumber && $0 != "_" }
        .contains { words.contains(String($0)) }
    }.map { "\(file.path):\($0 + 1): a mark of unfinished work" }
  }

  /// No text knows where the project was built.
  static let machinePaths = Fence(name: "no paths of a machine") { file in
    let paths = ["/wo" + "rk/", "/opt/" + "swift", "/ro" + "ot/"]
    guard paths.contains(where: { SourceText.holds(file.text, $0) }) else { return [] }
    let lines = file.text.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.indices.filter { line in paths.contains { lines[line].contains($0) } }
      .map { "\(file.path):\($0 + 1): a path of a machine" }
  }

  /// Each target imports only what the table allows.
  static let importsAllowed = Fence(name: "imports") { file in
    let table = file.kind == "Tests" ? ImportTable.tests : ImportTable.sources
    guard let allowed = table[file.target] ?? ImportTable.packages[file.target] else {
      return ["\(file.path): the target is not in the table of imports"]
    }
    let system = file.kind == "Tests" ? ImportTable.testSystem : ImportTable.system
    let foundation = ImportTable.foundation[file.target] ?? []
    return file.imports
      .filter { !allowed.contains($0) && !system.contains($0) && !foundation.contains($0) }
      .map { "\(file.path): \(file.target) must not import \($0)" }
  }
}
