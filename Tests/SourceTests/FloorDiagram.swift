/// The diagram of floors on a page: the first block that begins with `top`.
///
/// A floor is one line, and those after it that begin with a space. Names stand in the first 48 columns, the description
/// of a line behind them.
struct FloorDiagram {
  /// The names of each floor, the highest first.
  var floors: [[String]] = []

  /// Reads the diagram from a page.
  ///
  /// - Parameters:
  ///   - page: the text of the page.
  ///   - names: the names of targets; all other words are description.
  init(_ page: String, names: Set<String>) {
    guard let start = page.firstRange(of: "```\ntop "),
      let end = page[start.upperBound...].firstRange(of: "\n```")
    else { return }
    let block = "top " + page[start.upperBound..<end.lowerBound]
    for line in block.split(separator: "\n") {
      // The names stand in the columns before the description.
      let words = line.prefix(48).split(separator: " ").map(String.init).filter(names.contains)
      if line.first == " ", !floors.isEmpty {
        floors[floors.count - 1] += words
      } else {
        floors.append(words)
      }
    }
  }

  /// What contradicts the dependencies: a target that is missing, is there twice, or imports from its own floor or above.
  ///
  /// - Parameter dependencies: those of each target, system libraries with none.
  /// - Returns: one sentence for each contradiction.
  func contradictions(to dependencies: [String: Set<String>]) -> [String] {
    var heights: [String: Int] = [:]
    var found: [String] = []
    for (index, names) in floors.enumerated() {
      for name in names where heights.updateValue(floors.count - index, forKey: name) != nil {
        found.append("\(name) is there twice")
      }
    }
    for (name, imported) in dependencies {
      guard let height = heights[name] else {
        found.append("\(name) is missing")
        continue
      }
      for other in imported {
        guard let below = heights[other], below >= height else { continue }
        found.append("\(name) imports \(other), which is not below it")
      }
    }
    return found.sorted()
  }
}
