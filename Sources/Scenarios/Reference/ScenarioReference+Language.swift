import Documents

extension ScenarioReference {
  /// The tables that the vocabulary gives.
  var vocabularySections: [Section] {
    var sections = [
      Section(
        name: "authSchemes",
        part: .requests,
        title: "Authentication",
        introduction:
          "`auth` takes one of these, or `none` for no credentials. The scheme closest to the step "
          + "counts; one that is not used is not evaluated, so `auth: none` can log in where "
          + "`defaults` say `bearer: ${token}`. `aws-sigv4` sends path and query exactly as it signs "
          + "them: everything except letters, digits and `- . _ ~` is percent-encoded, and the query "
          + "is sorted by name.",
        entries: vocabulary.authSchemes.map { entry(of: $0) }
      ),
      Section(
        name: "options",
        part: .requests,
        title: "Options",
        introduction:
          "What `options` takes, in a step or under `defaults`. `pin` of `tls` takes either "
          + "`certificates` or `public-keys`: a file or a list of files, in PEM (all its "
          + "certificates) or one certificate in DER; for `public-keys` also `PUBLIC KEY` in PEM. "
          + "One certificate of the verified chain must be among them. With `insecure: true` it must "
          + "be the server's own, or an issuer whose signatures lead down to it. Time spent waiting "
          + "for `rate` (here or `--rate`) does not count for `time`, `response.time` and the "
          + "request's own time limits. It counts for `timeout` of the step and of the scenario, and "
          + "for `for` of `retry` from the second attempt on.",
        entries: vocabulary.options.map { entry(of: $0) }
      ),
      Section(
        name: "matchers",
        part: .matchers,
        title: Part.matchers.title,
        introduction:
          "A scalar or a list stands for `equals`. A map names matchers, all of which must hold. "
          + "Write a literal object as `equals: {…}` or `partial: {…}`; inside these `{ $is: {…} }` "
          + "is a matcher again, and `{ $unordered: […] }` a list in any order. The value of a "
          + "`${…}` is always a literal: only what is written in the file names matchers. An absent "
          + "value fails every matcher except `exists: false` and `count: 0`. On a node list "
          + "`count`, `each`, `any`, `unordered`, `empty` and a list literal look at the whole list; "
          + "every other matcher needs exactly one node.\n\n`pipe` turns the value before the "
          + "matchers beside it judge it, as a function of an expression whose first argument it is. "
          + "A function of lists gets the whole list, any other exactly one value. A value that a "
          + "function cannot take fails, under `not` too; nothing stays nothing where the function "
          + "may give nothing itself. All matchers can stand beside a `pipe`.\n\nA matcher that cannot be applied to a "
          + "value (`contains` to a number, `gt` to a word) fails, under `not` too. Inside `any` and "
          + "`in` such an element does not match; when no other matches either, `not: { any: … }` "
          + "fails as `not` alone does.\n\nA duration or a size is compared only with milliseconds "
          + "or bytes: `time`, `size` and `length` of `bytes`. Elsewhere a number has no unit, and "
          + "`unit` says which one it has: `$.expires_in: { lte: 2h, unit: s }`.\n\nEvery matcher "
          + "can be used on values of JSON and on results of XPath. Other values take these; any "
          + "other matcher is a mistake there:\n\n"
          + kindsOfValues,
        columns: ["matcher", "takes"],
        entries: vocabulary.matchers.map { entry(of: $0) }
      ),
    ]
    if !vocabulary.runOptions.isEmpty {
      sections.append(
        Section(
          name: "runOptions",
          part: .files,
          title: "Options of the command",
          introduction: "What `run` of the project takes.",
          entries: vocabulary.runOptions.map { entry(of: $0) }
        )
      )
    }
    return sections
  }

  /// The matchers that can hold of each kind of value, with the keys that yield it.
  private var kindsOfValues: String {
    let grammars: [MapGrammar] = [
      .expectation, .hops, .cookie, .cookieAttributes, .image, .bytes, .certificate,
    ]
    return ValueKind.allCases.filter { $0 != .value && $0 != .markup }.map { kind in
      let places = grammars.flatMap { grammar in
        grammar.keys.filter { $0.shape.kind == kind }.map { key in
          grammar === MapGrammar.expectation || grammar === MapGrammar.cookie
            ? "`\(key.name)`" : "`\(key.name)` of \(grammar.noun)"
        }
      }
      let names = vocabulary.matchers.filter { $0.kinds.contains(kind) }.map { "`\($0.name)`" }
      return "- \(kind.noun) (\(places.joined(separator: ", "))): \(names.joined(separator: " "))"
    }.joined(separator: "\n")
  }

  private func entry(of entry: Vocabulary.Entry) -> Entry {
    var takes = Self.takes(entry.argument)
    for (name, shape) in entry.companions.sorted(by: { $0.key < $1.key }) {
      takes += "; beside it `\(name)`: \(Self.takes(shape))"
    }
    return Entry(name: entry.name, takes: takes, summary: entry.summary, example: entry.example)
  }

  private func entry(of name: NameDefinition) -> Entry {
    Entry(name: name.name, takes: "", summary: name.summary, example: name.example)
  }

  /// The tables of what may stand in `${…}`.
  var languageSections: [Section] {
    [
      Section(
        name: "operators",
        part: .expressions,
        title: "Operators",
        introduction:
          "`${…}` holds literals (`12.50`, `'a'`, `\"a\"`, `true`, `null`, `[1, 2]`), names, members, calls and these, from the strongest to the weakest. Numbers "
          + "are exact decimals. A scalar that is one `${…}` keeps the value's type, quoted or not; inside longer text it is written out; `$${` is a plain `${`. "
          + "*Nothing* (an absent member, an unset environment variable) is an error anywhere but before `??` and beside `== null` or `!= null`. In `that`, `until` "
          + "and captures an expression fails that needs what the response lacks, or finds another kind of value in it; every other mistake is an error.",
        columns: ["operator"],
        entries: Self.operators.map { entry(of: $0) }
      ),
      Section(
        name: "names",
        part: .expressions,
        title: "Names",
        introduction:
          "In addition to variables, captures, parameters and the columns of the data row.",
        columns: ["name"],
        entries: NameDefinition.all.map { entry(of: $0) }
      ),
      Section(
        name: "response",
        part: .expressions,
        title: "The response",
        introduction: "The members of `response`.",
        columns: ["member"],
        entries: NameDefinition.response.map { entry(of: $0) }
      ),
      Section(
        name: "functions",
        part: .functions,
        title: Part.functions.title,
        introduction:
          "`value | function(more)` calls it with the value before the other arguments. Random values come from the seed of the run, which `--seed` sets.",
        columns: ["function"],
        entries: FunctionCatalogue.all.map {
          Entry(name: $0.signature, takes: "", summary: $0.summary, example: $0.example)
        }
      ),
    ]
  }

  /// The operators, from the strongest to the weakest.
  static let operators = [
    NameDefinition(".name", "A member of an object.", "from_json('{\"a\": 1}').a  # 1"),
    NameDefinition(
      "[index]",
      "An element of a list, or a member by any name.",
      "[10, 20][1]  # 20"
    ),
    NameDefinition("- !", "The negative of a number; not.", "!true  # false"),
    NameDefinition("* / %", "Product, quotient (34 digits) and remainder.", "7 % 4  # 3"),
    NameDefinition(
      "+ -",
      "Sum and difference, exact; + also joins two texts or two lists.",
      "'a' + 'b'  # \"ab\""
    ),
    NameDefinition("< <= > >=", "The order of numbers and of texts.", "2 < 10  # true"),
    NameDefinition(
      "== !=",
      "Whether two values are equal; nothing equals `null`.",
      "1.0 == 1  # true"
    ),
    NameDefinition("&&", "Both; the second only if the first is true.", "true && false  # false"),
    NameDefinition("||", "Either; the second only if the first is false.", "true || false  # true"),
    NameDefinition(
      "??",
      "The second where the first is nothing or null; absent members at any depth are nothing, and so is a capture that was not made yet.",
      "null ?? 7  # 7"
    ),
    NameDefinition("|", "The value as the first argument of a function.", "'a' | upper  # \"A\""),
  ]
}
