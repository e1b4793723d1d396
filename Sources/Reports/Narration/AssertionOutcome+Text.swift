import Assertions

extension AssertionOutcome {
  /// The sentence on one line, bounded: `expected 19.98 ± 0.01, got 20.5`.
  var sentence: String {
    switch verdict {
    case .holds: return "holds"
    case .notEvaluated(let reason): return SafeText.line("not evaluated: \(reason)")
    case .errored(let reason): return SafeText.line(message.isEmpty ? reason : message)
    case .fails, .warns:
      guard message.isEmpty else { return SafeText.line(message) }
      return SafeText.line("expected \(expected)" + (actual.map { ", got \($0)" } ?? ""))
    }
  }

  /// The sentence with what was looked at before it, unless it says so itself.
  var titledSentence: String {
    let sentence = sentence
    let subject = SafeText.line(subject, limit: 120)
    return subject.isEmpty || sentence.contains(subject) ? sentence : "\(subject): \(sentence)"
  }

  /// Whether a person must look at it.
  var isBad: Bool {
    switch verdict {
    case .fails, .errored: true
    case .holds, .warns, .notEvaluated: false
    }
  }

  /// Whether it is to be shown and weighs nothing.
  var isWarning: Bool { verdict == .warns }

  /// What stands below the underline: the excerpt, the differences, the parts of an expression.
  var details: [String] {
    var lines: [String] = []
    if let excerpt, !excerpt.isEmpty { lines.append(SafeText.line(excerpt, limit: 1_000)) }
    for difference in differences.prefix(Self.differenceLimit) {
      let path = SafeText.line(difference.path, limit: 200)
      let expected = SafeText.line(difference.expected, limit: 300)
      let actual = SafeText.line(difference.actual, limit: 300)
      lines.append("\(path): expected \(expected), got \(actual)")
    }
    if differences.count > Self.differenceLimit {
      let more = differences.count - Self.differenceLimit
      lines.append("… and \(NumberText.count(more, "further difference"))")
    }
    let aligned = Self.aligned(Array(parts.prefix(Self.differenceLimit)))
    if !aligned.isEmpty {
      lines.append(SafeText.line(subject))
      lines += aligned.map { SafeText.line($0) }
    }
    return lines
  }

  private static var differenceLimit: Int { 20 }
}
