/// The vocabularies of JSON Schema 2020-12 that a schema's dialect has.
struct SchemaVocabulary: OptionSet, Sendable, Hashable {
  var rawValue: Int

  static let core = Self(rawValue: 1)
  static let applicator = Self(rawValue: 2)
  static let unevaluated = Self(rawValue: 4)
  static let validation = Self(rawValue: 8)
  static let metaData = Self(rawValue: 16)
  static let formatAnnotation = Self(rawValue: 32)
  static let formatAssertion = Self(rawValue: 64)
  static let content = Self(rawValue: 128)

  /// The vocabularies of the standard's own meta-schema.
  static let standard: Self = [
    .core, .applicator, .unevaluated, .validation, .metaData, .formatAnnotation, .content,
  ]

  /// The last part of the vocabulary's URI and of its meta-schema's.
  static let names: [(vocabulary: Self, name: String)] = [
    (.core, "core"), (.applicator, "applicator"), (.unevaluated, "unevaluated"),
    (.validation, "validation"), (.metaData, "meta-data"),
    (.formatAnnotation, "format-annotation"), (.formatAssertion, "format-assertion"),
    (.content, "content"),
  ]

  /// Where the URIs of draft 2020-12 start.
  static let draft = "https://json-schema.org/draft/2020-12/"

  /// The vocabulary that a URI names, or nil when it is not one of the standard's.
  init?(uri: String) {
    guard uri.hasPrefix(Self.draft + "vocab/") else { return nil }
    let name = uri.dropFirst(Self.draft.count + "vocab/".count)
    guard let known = Self.names.first(where: { $0.name == name }) else { return nil }
    self = known.vocabulary
  }

  init(rawValue: Int) {
    self.rawValue = rawValue
  }
}
