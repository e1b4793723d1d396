/// Walks two canonical documents side by side.
struct XMLComparison {
  private(set) var differences: [XMLDifference] = []

  let limit: Int

  mutating func compare(_ expected: XMLCanonicalDocument, _ actual: XMLCanonicalDocument) {
    compareRemarks(expected.before, actual.before)
    compare(expected.root, actual.root)
    compareRemarks(expected.behind, actual.behind)
  }

  /// Comments and processing instructions outside of the root element.
  private mutating func compareRemarks(_ expected: [String], _ actual: [String]) {
    for place in 0..<max(expected.count, actual.count) {
      switch (place < expected.count, place < actual.count) {
      case (true, true):
        guard expected[place] != actual[place] else { continue }
        add(.different, "/", expected: cut(expected[place]), actual: cut(actual[place]))
      case (true, false): add(.missing, "/", expected: cut(expected[place]))
      case (false, _): add(.unexpected, "/", actual: cut(actual[place]))
      }
    }
  }

  mutating func compare(_ expected: XMLCanonicalElement?, _ actual: XMLCanonicalElement?) {
    switch (expected, actual) {
    case (nil, nil): break
    case (let expected?, nil): add(.missing, expected.path, expected: "<\(expected.name.written)>")
    case (nil, let actual?): add(.unexpected, actual.path, actual: "<\(actual.name.written)>")
    case (let expected?, let actual?): compareElements(expected, actual)
    }
  }

  private mutating func compareElements(
    _ expected: XMLCanonicalElement,
    _ actual: XMLCanonicalElement
  ) {
    guard differences.count < limit else { return }
    guard expected.name == actual.name else {
      let isSameName = expected.name.local == actual.name.local
      add(
        .different,
        actual.path,
        expected: described(expected.name, withNamespace: isSameName),
        actual: described(actual.name, withNamespace: isSameName)
      )
      return
    }
    compareAttributes(expected, actual)
    compareChildren(expected, actual)
  }

  private mutating func compareAttributes(
    _ expected: XMLCanonicalElement,
    _ actual: XMLCanonicalElement
  ) {
    for (name, value) in expected.attributes.sorted(by: { $0.key < $1.key }) {
      guard let other = actual.attributes[name] else {
        add(.missing, "\(expected.path)/@\(name.written)", expected: quoted(value))
        continue
      }
      if other != value {
        let path = "\(actual.path)/@\(name.written)"
        add(.different, path, expected: quoted(value), actual: quoted(other))
      }
    }
    for (name, value) in actual.attributes.sorted(by: { $0.key < $1.key })
    where expected.attributes[name] == nil {
      add(.unexpected, "\(actual.path)/@\(name.written)", actual: quoted(value))
    }
  }

  /// Children match in order; one that the other side has further on leaves those before it without
  /// a match.
  private mutating func compareChildren(
    _ expected: XMLCanonicalElement,
    _ actual: XMLCanonicalElement
  ) {
    var left = expected.children[...]
    var right = actual.children[...]
    while differences.count < limit {
      guard let first = left.first else {
        for child in right { add(.unexpected, child, in: actual) }
        return
      }
      guard let second = right.first else {
        for child in left { add(.missing, child, in: expected) }
        return
      }
      if key(of: first) == key(of: second) {
        compareChild(first, second, in: actual)
        left.removeFirst()
        right.removeFirst()
        continue
      }
      // Far ahead is not searched, which would take quadratic time.
      let ahead = 64
      let isFirstLater = right.dropFirst().prefix(ahead).contains { key(of: $0) == key(of: first) }
      let isSecondLater = left.dropFirst().prefix(ahead).contains { key(of: $0) == key(of: second) }
      if isFirstLater == isSecondLater {
        compareChild(first, second, in: actual)
        left.removeFirst()
        right.removeFirst()
      } else if isFirstLater {
        add(.unexpected, right.removeFirst(), in: actual)
      } else {
        add(.missing, left.removeFirst(), in: expected)
      }
    }
  }

  private mutating func compareChild(
    _ expected: XMLCanonicalElement.Child,
    _ actual: XMLCanonicalElement.Child,
    in parent: XMLCanonicalElement
  ) {
    switch (expected, actual) {
    case (.element(let expected), .element(let actual)): compareElements(expected, actual)
    case (.text(let text), .text(let other)) where text == other,
      (.remark(let text), .remark(let other)) where text == other:
      break
    case _:
      let path = path(of: actual, in: parent)
      add(.different, path, expected: described(expected), actual: described(actual))
    }
  }

  /// Adds a child that only one of the documents has.
  private mutating func add(
    _ kind: XMLDifference.Kind,
    _ child: XMLCanonicalElement.Child,
    in parent: XMLCanonicalElement
  ) {
    let (path, text) = (path(of: child, in: parent), described(child))
    let isMissing = kind == .missing
    add(kind, path, expected: isMissing ? text : nil, actual: isMissing ? nil : text)
  }

  /// Where a child is reported; a text stands in its element.
  private func path(of child: XMLCanonicalElement.Child, in parent: XMLCanonicalElement) -> String {
    if case .element(let element) = child { element.path } else { parent.path }
  }

  private mutating func add(
    _ kind: XMLDifference.Kind,
    _ path: String,
    expected: String? = nil,
    actual: String? = nil
  ) {
    guard differences.count < limit else { return }
    differences.append(
      XMLDifference(kind: kind, path: path, expected: expected, actual: actual)
    )
  }

  /// What tells kinds of children apart.
  private enum Key: Hashable {
    case element(XMLCanonicalElement.Name)
    case text
    case remark
  }

  private func key(of child: XMLCanonicalElement.Child) -> Key {
    switch child {
    case .element(let element): .element(element.name)
    case .text: .text
    case .remark: .remark
    }
  }

  private func described(_ child: XMLCanonicalElement.Child) -> String {
    switch child {
    case .element(let element): "<\(element.name.written)>"
    case .text(let text): quoted(text)
    case .remark(let remark): cut(remark)
    }
  }

  private func described(_ name: XMLCanonicalElement.Name, withNamespace: Bool) -> String {
    guard withNamespace else { return "<\(name.written)>" }
    let namespace = name.namespace.isEmpty ? "no namespace" : "namespace \(name.namespace)"
    return "<\(name.written)> in \(namespace)"
  }

  private func cut(_ text: String) -> String {
    text.count > 200 ? "\(text.prefix(200))…" : text
  }

  private func quoted(_ text: String) -> String {
    text.count > 200 ? "\"\(text.prefix(200))…\"" : "\"\(text)\""
  }
}
