/// An XPath 1.0 expression as a tree; chains of operators are lists, so that only parentheses nest.
indirect enum XPathExpression: Sendable {
  /// Where the steps of a path start.
  enum Start: Sendable {
    case root
    case context
    case filter(XPathExpression, predicates: [XPathExpression])
  }

  /// One step of a path.
  struct Step: Sendable {
    var axis: Axis
    var test: Test
    var predicates: [XPathExpression] = []
  }

  /// The axes of XPath 1.0 but that of namespaces.
  enum Axis: String, Sendable {
    case ancestor
    case ancestorOrSelf = "ancestor-or-self"
    case attribute
    case child
    case descendant
    case descendantOrSelf = "descendant-or-self"
    case following
    case followingSibling = "following-sibling"
    case parent
    case preceding
    case precedingSibling = "preceding-sibling"
    case oneself = "self"
  }

  /// What a node must be.
  enum Test: Sendable {
    case node
    case text
    case comment
    case instruction(target: String?)
    /// An element, or an attribute on its axis; `nil` for any prefix or any name.
    case name(prefix: String?, local: String?)
  }

  /// The operators between two values of a chain.
  enum Operator: Sendable {
    case equal, notEqual, less, lessOrEqual, more, moreOrEqual
    case plus, minus, times, divided, modulo
  }

  case any([XPathExpression])
  case all([XPathExpression])
  case chain(XPathExpression, [(Operator, XPathExpression)])
  case negated(XPathExpression)
  case union([XPathExpression])
  case path(Start, [Step])
  case text([UInt8])
  case number(Double)
  case call(String, [XPathExpression])
}

extension XPathExpression {
  /// The functions of texts, and those of numbers that are never NaN.
  private static let functionsOfAnything: Set = [
    "string", "concat", "substring", "substring-before", "substring-after", "normalize-space",
    "translate", "name", "local-name", "namespace-uri", "string-length", "count", "boolean", "not",
    "true", "false", "lang", "contains", "starts-with",
  ]

  /// Whether it has a value in every document: a text, which may be empty, a number or true or false.
  var alwaysHasValue: Bool {
    switch self {
    case .any, .all, .text, .number: true
    case .call(let name, _): Self.functionsOfAnything.contains(name)
    case .chain(_, let links):
      links.contains { link in
        switch link.0 {
        case .equal, .notEqual, .less, .lessOrEqual, .more, .moreOrEqual: true
        case .plus, .minus, .times, .divided, .modulo: false
        }
      }
    // Without a node a number is NaN, which counts as nothing.
    case .negated, .union, .path: false
    }
  }

  /// Whether it gives nodes, not a number, a text, or true or false.
  var givesNodes: Bool {
    switch self {
    case .union, .path: true
    case .call(let name, _): name == "id"
    case .any, .all, .chain, .negated, .text, .number: false
    }
  }
}
