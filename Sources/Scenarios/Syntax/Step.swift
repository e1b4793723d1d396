public import Diagnostics
public import Documents

/// One step of a scenario.
///
/// Shared by reference: whatever reads, checks, plans and runs it holds the same one.
public final class Step: Sendable {
  /// What a step does.
  public enum Kind: Sendable {
    /// Sends a request and looks at what comes back.
    case request(RequestStep)
    /// `use`: runs the steps of another file.
    indirect case use(UseStep)
    /// `parallel`: all at once, all awaited.
    case parallel(ParallelStep)
    /// `steps`: one after the other, as one step; with `retry` again until all of them pass.
    indirect case group(GroupStep)
    /// `assert`: what must hold, without a request.
    case assert(AssertStep)
    /// `set`: gives names values.
    case set(SetStep)
    /// `wait`: a duration such as `500ms`.
    indirect case wait(WaitStep)
    /// `log`: a line for the reports.
    indirect case log(LogStep)
    /// `exec`: a command and its arguments, with what it captures.
    case exec(ExecStep)
  }

  /// What it does.
  public let kind: Kind
  /// `step`: its name.
  public let name: TextTemplate?
  /// `when`: it is skipped unless this is true.
  public let when: Expression?
  /// `known-failure`: it is expected to fail.
  public let knownFailure: KnownFailure?
  /// `continue`: the steps after it run even when it does not pass.
  public let continues: Bool
  /// `each` or `repeat`.
  public let loop: Loop?
  /// `collect`: one value a turn, gathered into a list.
  public let collect: [Capture]
  /// `capture` of any kind of step.
  public let captures: [Capture]
  /// `timeout` of the step.
  public let timeout: TextTemplate?
  /// The place of the step: the first line of its map.
  public let range: SourceRange

  /// Whether a `${…}` stands anywhere in it, or a file is filled in: only then are there names to check.
  let usesNames: Bool

  /// Reads the keys that steps of all kinds may have.
  ///
  /// - Parameters:
  ///   - kind: what the step does.
  ///   - entry: the key that says so.
  ///   - common: what has been read before the kind.
  ///   - keys: all keys of the step.
  ///   - earlierUses: how often names had been used before it.
  ///   - reader: reads the parts and collects the mistakes.
  init(
    _ kind: Kind,
    of entry: StepKindCatalogue.Entry,
    _ common: (name: TextTemplate?, loop: Loop?),
    _ keys: KnownEntries,
    earlierUses: Int,
    by reader: FileReader
  ) {
    self.kind = kind
    name = common.name
    loop = common.loop
    when = reader.expression("when", in: keys)
    collect = keys["collect"].map { reader.captures($0, "collect", of: entry) } ?? []
    captures = keys["capture"].map { reader.captures($0, "capture", of: entry) } ?? []
    timeout = reader.duration("timeout", in: keys)
    knownFailure = keys["known-failure"].flatMap { reader.knownFailure($0) }
    continues = reader.flag("continue", in: keys) ?? false
    range = reader.firstLine(of: keys.range)
    usesNames = reader.nameUses > earlierUses
  }

  /// What reports call it: its name, or its method and URL as written, or its kind.
  public var title: String { name?.source ?? kind.content.title }
}

/// `each` or `repeat`: a step taken several times.
public struct Loop: Sendable {
  /// The word for a number of turns or attempts without an end.
  public static let endless = "endless"

  /// What the turns are counted by.
  public enum Kind: Sendable {
    /// `each: ${list}` with `as: item`.
    case each(ValueTemplate, as: Located<String>)
    /// `repeat: n`.
    case count(ValueTemplate)
    /// `repeat: { while: ${…}, at-most: n }`.
    case condition(Expression, atMost: ValueTemplate)
  }

  /// What the turns are counted by.
  public var kind: Kind
  /// `together`: the turns run at once.
  public var together: Bool
  /// Where it stands.
  public var range: SourceRange
}

extension Step {
  /// How many steps a list comes to: those of groups and of used files in place of the steps that hold them.
  ///
  /// - Parameter steps: the list.
  /// - Returns: one for each step that cannot be taken apart, also for a `use` whose file could not be read.
  public static func leafCount(of steps: some Sequence<Step>) -> Int {
    steps.reduce(0) { count, step in
      if case .use(let use) = step.kind { return count + (use.shared?.leafCount ?? 1) }
      return count + (step.children.map { leafCount(of: $0) } ?? 1)
    }
  }

  /// The steps that stand inside this one; `nil` for one that holds none.
  var children: [Step]? { kind.content.children }
}

/// A name and the query or expression that finds its value.
public final class Capture: Sendable {
  /// Where the value is looked for.
  public enum Source: Sendable {
    /// The body, decoded by a format with its options, and a query in the format's language.
    case body(BodyFormat, options: [String: String], TextTemplate)
    /// `header`: a field name.
    case header(TextTemplate)
    /// `cookie`: a cookie's value or an attribute of it.
    indirect case cookie(CookieQuery)
    /// `text`: a regular expression; group 1 if there is one.
    case text(TextTemplate)
    /// `status`, `time`, `size`, `http`, `ip`, `url`, `redirects`: the key.
    case measure(String)
    /// `redirects`: a JSONPath into the list of those that were followed.
    case hops(TextTemplate)
    /// `image`, `bytes`, `certificate`: the key and the property.
    case property(String, of: Property)
    /// An expression, or any value that holds some.
    case value(ValueTemplate)
  }

  /// What has several properties of which a capture takes one.
  public enum Property: String, Sendable {
    /// The header of an image.
    case image
    /// The bytes of a body.
    case bytes
    /// The server's certificate.
    case certificate
  }

  /// One cookie of those that a response sets, or an attribute of it.
  public struct CookieQuery: Sendable {
    /// `name`: its exact name.
    public var name: TextTemplate
    /// `attribute`: what is taken in place of its value.
    public var attribute: String?
    /// `path`: only one with this path.
    public var path: TextTemplate?
    /// `domain`: only one with this domain.
    public var domain: TextTemplate?
    /// `first`: the first field of the name, whatever it does, and not the last that sets it.
    public var isFirst = false

    /// Its templates.
    var texts: [TextTemplate] { [name, path, domain].compactMap(\.self) }
  }

  /// The name it gets.
  public let name: Located<String>
  /// Where it is looked for.
  public let source: Source
  /// `match`: a regular expression that is searched for in what is found; group 1 if there is one.
  public var match: TextTemplate? { refinements?.match }
  /// `pipe`: functions that turn what is found, behind `match`.
  public var pipe: ValueTemplate? { refinements?.pipe }
  /// `all`: every node or field that is found, as a list.
  public var takesAll: Bool { refinements?.takesAll ?? false }
  /// `default`: taken when the query finds nothing.
  public var defaultValue: ValueTemplate? { refinements?.defaultValue }
  /// `secret`: it is masked in every report.
  public var secret: Bool { refinements?.secret ?? false }

  /// What stands beside a query.
  private final class Refinements: Sendable {
    let match: TextTemplate?
    let pipe: ValueTemplate?
    let takesAll: Bool
    let defaultValue: ValueTemplate?
    let secret: Bool

    init(
      _ match: TextTemplate?,
      _ pipe: ValueTemplate?,
      takesAll: Bool,
      _ defaultValue: ValueTemplate?,
      secret: Bool
    ) {
      self.match = match
      self.pipe = pipe
      self.takesAll = takesAll
      self.defaultValue = defaultValue
      self.secret = secret
    }
  }

  /// Apart, since most queries have nothing beside them and a `.hurl` file of 5 000 entries has 25 000 queries.
  private let refinements: Refinements?

  init(
    name: Located<String>,
    source: Source,
    match: TextTemplate? = nil,
    pipe: ValueTemplate? = nil,
    takesAll: Bool = false,
    defaultValue: ValueTemplate? = nil,
    secret: Bool = false
  ) {
    self.name = name
    self.source = source
    let isRefined =
      match != nil || pipe != nil || takesAll || defaultValue != nil || secret
    refinements =
      isRefined
      ? Refinements(match, pipe, takesAll: takesAll, defaultValue, secret: secret) : nil
  }
}

extension Capture {
  /// The expressions in it, in order.
  public var expressions: [Expression] {
    var texts: [TextTemplate] = []
    var values: [ValueTemplate] = []
    switch source {
    case .body(_, _, let text), .header(let text), .text(let text), .hops(let text):
      texts.append(text)
    case .cookie(let cookie): texts += cookie.texts
    case .measure, .property: break
    case .value(let value): values.append(value)
    }
    texts += [match].compactMap(\.self)
    values += [pipe, defaultValue].compactMap(\.self)
    return texts.flatMap(\.expressions) + values.flatMap(\.expressions)
  }

  /// Whether one of several captures uses a name that one before it gets.
  public static func useEachOther(_ captures: [Capture]) -> Bool {
    guard captures.count > 1 else { return false }
    var names: Set<String> = []
    return captures.contains { capture in
      defer { names.insert(capture.name.value) }
      return capture.expressions.contains { $0.uses(names) }
    }
  }
}
