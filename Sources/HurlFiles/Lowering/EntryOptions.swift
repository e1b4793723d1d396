import Diagnostics
import Documents
import Scenarios

/// What `[Options]` say of an entry, in the words of the language.
struct EntryOptions {
  /// Steps that give variables their values, before the entry.
  var sets: [ScenarioNode] = []
  /// `when`.
  var when: ScenarioNode?
  /// `repeat`.
  var turns: ScenarioNode?
  /// `wait` before the request.
  var delay: ScenarioNode?
  /// `save`.
  var save: ScenarioNode?
  /// Headers beside those of the entry.
  var headers: [HurlField] = []
  /// The names of headers that are left out.
  var withoutHeaders: [ScenarioNode] = []
  /// Name and password.
  var user: HurlTemplate?
  /// The scheme for them, else `basic`.
  var scheme: Spelled<String>?
  /// What `aws-sigv4` says.
  var provider: String?
  /// Whether redirects are followed, as an expression or literal.
  var follows: ScenarioNode?
  /// How many of them.
  var mostRedirects: Int?
  /// `attempts` of `retry`.
  var attempts: ScenarioNode?
  /// The pause between them.
  var pause: ScenarioNode?
  /// Whether the one node that a JSONPath finds is its value.
  var coercesJSONPath = true
  /// Options by their names, each once.
  private var plain: [(name: String, value: ScenarioNode)] = []
  /// Options that are lists, each once.
  private var lists: [(name: String, values: [ScenarioNode])] = []
  /// The same of `tls`.
  private var tls: [(name: String, value: ScenarioNode)] = []

  /// How many redirects are followed when nothing is said of their number.
  private let redirectLimit: Int

  init(redirectLimit: Int) { self.redirectLimit = redirectLimit }

  /// Sets an option, or takes it away; the last of several counts.
  mutating func set(_ name: String, _ value: ScenarioNode?) {
    plain.removeAll { $0.name == name }
    if let value { plain.append((name, value)) }
  }

  /// Adds to an option that is a list.
  mutating func add(_ name: String, _ value: ScenarioNode) {
    guard let place = lists.firstIndex(where: { $0.name == name }) else {
      return lists.append((name, [value]))
    }
    lists[place].values.append(value)
  }

  /// Sets an option of `tls`.
  mutating func setTLS(_ name: String, _ value: ScenarioNode) {
    tls.removeAll { $0.name == name }
    tls.append((name, value))
  }

  /// The entries of `options`.
  func settings() -> [ScenarioNode.Entry] {
    var entries = plain.map { ScenarioNode.Entry($0.name, $0.value) }
    for (name, values) in lists {
      let range = values[0].range.joined(to: values[values.count - 1].range)
      entries.append(.init(name, .list(values, at: range)))
    }
    if let follows {
      let most = mostRedirects ?? redirectLimit
      let value: ScenarioNode =
        switch follows.content {
        case .value(.bool(true)): .number(most, at: follows.range)
        case .template(let text):
          .expression("if(\(text.dropFirst(2).dropLast()), \(most), false)", at: follows.range)
        case _: follows
        }
      entries.append(.init("follow-redirects", value))
    }
    if let first = tls.first {
      let map = tls.map { ScenarioNode.Entry($0.name, $0.value) }
      entries.append(.init("tls", .map(map, at: first.value.range)))
    }
    return entries
  }

  /// `retry`: whatever went wrong.
  func retry() -> ScenarioNode? {
    guard let attempts else { return nil }
    let place = attempts.range
    let kinds = ["error", "failure"].map { ScenarioNode.text($0, at: place) }
    return .map(
      [
        .init("attempts", attempts),
        .init("every", pause ?? .text("1s", at: place)),
        .init("if", .list(kinds, at: place)),
        .init("retry-after", .bool(false, at: place)),
      ],
      at: place
    )
  }
}
