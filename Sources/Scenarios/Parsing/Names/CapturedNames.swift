import Diagnostics
import Documents

/// The names that steps give values.
public enum CapturedNames: Sendable {
  /// The names that are known behind a step.
  ///
  /// - Parameters:
  ///   - step: the step.
  ///   - withItems: whether the names that only its own turns see count as well.
  /// - Returns: the names, perhaps one several times.
  public static func names(of step: Step, withItems: Bool = false) -> [String] {
    var names = step.captures.map(\.name.value)
    names += step.collect.map(\.name.value)
    switch step.kind {
    case .set(let variables): names += variables.map(\.name.value)
    case .parallel(let steps): names += steps.flatMap { Self.names(of: $0, withItems: withItems) }
    case .exec: names += ["stdout", "exit"]
    case .request, .use, .wait, .log: break
    }
    if withItems, case .each(_, as: let item)? = step.loop?.kind { names.append(item.value) }
    return names
  }

  /// The lines on which steps capture names first.
  static func lines(of steps: some Sequence<Step>) -> [String: Int] {
    var lines: [String: Int] = [:]
    for step in steps {
      for capture in step.captures + step.collect where lines[capture.name.value] == nil {
        lines[capture.name.value] = capture.name.range.start.line
      }
    }
    return lines
  }

  /// The names that a use of steps can ask for.
  static func returned(by shared: SharedSteps) -> [String] {
    if let returns = shared.returns { return returns.map(\.value) }
    return shared.steps.flatMap { names(of: $0) }
  }
}

/// The columns of data files.
enum DataColumns {
  /// The header of comma-separated values (RFC 4180); `nil` when it cannot be read.
  static func ofCSV(_ bytes: [UInt8]) -> Set<String>? {
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    var names: [String] = []
    var field: [UInt8] = []
    var isQuoted = false
    var place = start
    while place < bytes.count {
      let byte = bytes[place]
      place += 1
      if isQuoted {
        if byte != UInt8(ascii: "\"") {
          field.append(byte)
        } else if place < bytes.count, bytes[place] == byte {
          field.append(byte)
          place += 1
        } else {
          isQuoted = false
        }
      } else if byte == UInt8(ascii: "\""), field.isEmpty {
        isQuoted = true
      } else if byte == UInt8(ascii: ",") {
        names.append(String(decoding: field, as: UTF8.self))
        field = []
      } else if byte == 0x0A || byte == 0x0D {
        break
      } else {
        field.append(byte)
      }
    }
    guard !isQuoted else { return nil }
    names.append(String(decoding: field, as: UTF8.self))
    // Columns separated by something else than a comma are reported where the table is read.
    if names.count == 1, names[0].contains(where: { $0 == ";" || $0 == "\t" }) { return nil }
    return Set(names)
  }

  /// The keys of a list of objects; `nil` when it is none.
  static func ofJSON(_ bytes: [UInt8]) -> Set<String>? {
    guard let rows = (try? JSONParser().parse(bytes))?.array else { return nil }
    // Rows of another kind are reported where they are read; their columns are not known, which is not the same as none.
    guard rows.allSatisfy({ $0.object != nil }) else { return nil }
    return Set(rows.flatMap { $0.object?.keys ?? [] })
  }
}
