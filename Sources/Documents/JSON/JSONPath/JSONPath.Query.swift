extension JSONPath {
  /// A query taken apart.
  struct Query: Sendable {
    /// Whether it starts at the current node (`@`) and not at the root (`$`).
    var isRelative: Bool
    var segments: [Segment]

    var isSingular: Bool { segments.allSatisfy { $0.singular != nil } }
  }

  /// One segment of a query.
  struct Segment: Sendable {
    /// Whether it applies to all descendants.
    var isDescendant: Bool
    var selectors: [Selector]

    /// Its only selector when that selects at most one child of each node.
    var singular: Selector? {
      guard !isDescendant, selectors.count == 1, let selector = selectors.first else { return nil }
      switch selector {
      case .name, .index: return selector
      case .wildcard, .slice, .filter: return nil
      }
    }
  }

  /// What a segment selects of a node's children.
  enum Selector: Sendable {
    case name(String)
    case index(Int)
    case wildcard
    case slice(start: Int?, end: Int?, step: Int)
    case filter(Condition)
  }

  /// A logical expression.
  indirect enum Condition: Sendable {
    case or([Condition])
    case and([Condition])
    case not(Condition)
    case exists(Query)
    case comparison(Operand, Comparison, Operand)
    case call(Call)
  }

  /// How two operands are compared, a sign before those that it starts with.
  enum Comparison: String, Sendable, CaseIterable {
    case equal = "=="
    case notEqual = "!="
    case lessOrEqual = "<="
    case greaterOrEqual = ">="
    case less = "<"
    case greater = ">"
  }

  /// What yields one value or nothing.
  indirect enum Operand: Sendable {
    case literal(JSONValue)
    case query(Query)
    case call(Call)
  }

  /// A call of a function.
  struct Call: Sendable {
    var function: Function
    var arguments: [Argument]
    /// The second argument of `match` and `search` when it is a literal.
    var pattern: LiteralPattern?
  }

  /// An argument of a function.
  enum Argument: Sendable {
    case value(Operand)
    case nodes(Query)
  }

  /// A regular expression known in advance: one that does not compile matches nothing.
  enum LiteralPattern: Sendable {
    case valid(TextPattern)
    case invalid
    /// An I-Regexp that is too large to be run, with the reason.
    case unusable(String)
  }

  /// The functions of RFC 9535, section 2.4.
  enum Function: String, Sendable, CaseIterable {
    case length
    case count
    case match
    case search
    case value

    /// How many arguments it takes; those that yield a truth compare two.
    var arity: Int { isLogical ? 2 : 1 }

    /// Whether its argument is a list of nodes and not a value.
    var takesNodes: Bool {
      switch self {
      case .count, .value: true
      case .length, .match, .search: false
      }
    }

    /// Whether it yields a truth and not a value.
    var isLogical: Bool {
      switch self {
      case .match, .search: true
      case .length, .count, .value: false
      }
    }
  }
}
