import Assertions
public import Scenarios

extension Vocabulary {
  /// The names that this engine gives a meaning: matchers, authentication schemes, options.
  public static let standard = Vocabulary(
    matchers: MatcherCatalogue.standard.definitions.map { definition in
      Entry(
        name: definition.name,
        summary: definition.summary,
        argument: ArgumentShape(definition.shape),
        companions: definition.companions.mapValues { ArgumentShape($0) },
        example: definition.example,
        kinds: definition.kinds,
        inner: Entry.Inner(definition.inner)
      )
    },
    authSchemes: AuthSchemeCatalogue.all.map { scheme in
      Entry(
        name: scheme.name,
        summary: scheme.summary,
        argument: scheme.shape,
        example: scheme.example
      )
    },
    options: RequestOptionCatalogue.all.map { option in
      Entry(
        name: option.name,
        summary: option.summary,
        argument: option.shape,
        example: option.example
      )
    },
    runOptions: RunOptionCatalogue.all.compactMap(\.key)
  )
}

extension Vocabulary.Entry.Inner {
  /// What a matcher in another one judges, as the parser understands it.
  init(_ inner: MatcherDefinition.Inner) {
    switch inner {
    case .same: self = .same
    case .element: self = .element
    case .number: self = .number
    }
  }
}

extension ArgumentShape {
  /// What a matcher takes, as the parser understands it.
  init(_ shape: MatcherShape) {
    switch shape {
    case .literal: self = .literal
    case .text: self = .text
    case .number: self = .number
    case .count: self = .count
    case .boolean: self = .boolean
    case .duration: self = .duration
    case .size: self = .size
    case .pattern: self = .pattern
    case .pipe: self = .pipe
    case .matcher: self = .matcher
    case .list: self = .list
    case .someOf(let shape): self = .someOf(ArgumentShape(shape))
    case .oneOf(let names): self = .oneOf(names)
    case .file: self = .file
    case .schema: self = .schema
    case .tuple(let count, let shape): self = .tuple(count: count, of: ArgumentShape(shape))
    case .anyOf(let shapes): self = .anyOf(shapes.map { ArgumentShape($0) })
    }
  }
}
