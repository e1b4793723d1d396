import CLibXML2
import Locks

/// An element without what does not count: prefixes, the order of attributes, layout.
struct XMLCanonicalElement {
  /// A name that does not depend on a prefix.
  struct Name: Hashable, Comparable {
    var namespace: String
    var local: String
    /// As it is written, for messages.
    var written: String

    static func == (left: Self, right: Self) -> Bool {
      left.local == right.local && left.namespace == right.namespace
    }

    static func < (left: Self, right: Self) -> Bool {
      (left.local, left.namespace) < (right.local, right.namespace)
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(namespace)
      hasher.combine(local)
    }
  }

  /// What an element holds.
  enum Child {
    case element(XMLCanonicalElement)
    case text(String)
    /// A comment or a processing instruction as it is written; only where these are compared.
    case remark(String)
  }

  /// Where an element is; its path is only made when a difference is told.
  final class Place: Sendable {
    private let parent: Place?
    private let test: String
    private let position: Int?

    init(parent: Place?, test: String, position: Int?) {
      self.parent = parent
      self.test = test
      self.position = position
    }

    /// The XPath, with positions where they are needed.
    var path: String {
      let step = position.map { "\(test)[\($0)]" } ?? test
      return "\(parent?.path ?? "")/\(step)"
    }
  }

  var name: Name
  var place: Place
  var attributes: [Name: String]
  var children: [Child]

  var path: String { place.path }
}

/// A document without what does not count.
struct XMLCanonicalDocument {
  /// The root element; `nil` when it is itself left out.
  var root: XMLCanonicalElement?
  /// Comments and processing instructions before the root, where these are compared.
  var before: [String] = []
  /// Those behind it.
  var behind: [String] = []
}

extension Locked<XMLTree> {
  /// The document in canonical form.
  func canonical(
    ignoring ignored: [XPath],
    namespaces known: [String: String],
    withComments: Bool
  ) throws(XPathError) -> XMLCanonicalDocument {
    try withLock { (tree) throws(XPathError) in
      var builder = XMLCanonicalBuilder(namespaces: known, withComments: withComments)
      for xpath in ignored {
        try unsafe tree.withNodes(of: xpath, namespaces: known) { unsafe builder.ignore($0) }
      }
      guard let root = unsafe tree.root else { return XMLCanonicalDocument() }
      return unsafe builder.document(root)
    }
  }
}
