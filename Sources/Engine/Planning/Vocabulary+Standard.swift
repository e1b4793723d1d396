import Assertions
public import Scenarios

extension Vocabulary {
  /// The names that this engine gives a meaning: matchers, authentication schemes, options.
  public static let standard = Vocabulary(
    matchers: MatcherCatalogue.standard.definitions.map { definition in
      Entry(
        name: definition.name,
        summary: definition.summary,
        argument: definition.shape,
        companions: definition.companions,
        example: definition.example,
        kinds: definition.kinds,
        inner: definition.inner
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
