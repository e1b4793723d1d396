import Diagnostics
import Documents

extension MatcherDefinition {
  static let pipe = MatcherDefinition(
    name: "pipe",
    summary:
      "Functions that turn the value first, each a name or a map of one name to its further arguments; the matchers beside it judge what they give.",
    shape: .pipe,
    example: "pipe: [{ split: \",\" }, count]\ngte: 3",
    takesWholeList: true,
    make: { (arguments) throws(Mistake) in
      let pipe = try Mistake.within(
        [.key(arguments.name)],
        arguments.context.finders.pipe(arguments.value)
      )
      return PipeMatcher(
        pipe: pipe,
        inner: try arguments.matcherOfOthers(),
        isOfFields: arguments.context.kind == .texts
      )
    }
  )
}

extension MatcherArguments {
  /// The other matchers of the map; what they judge may be anything.
  fileprivate func matcherOfOthers() throws(Mistake) -> any Matcher {
    var (rest, members) = (JSONObject(), [ArgumentOrigin.Member]())
    for (place, (key, value)) in map.enumerated() where key != name {
      rest[key] = value
      members.append(mapOrigin.member(place))
    }
    guard !rest.isEmpty else {
      throw Mistake(
        "a pipe needs a matcher beside it",
        at: [.key(name)],
        aboutKey: true,
        hint: "write exists: true if any value will do"
      )
    }
    return try catalogue.matcher(
      from: .object(rest),
      origin: .map(members),
      context: context.judging(.value),
      depth: depth + 1
    )
  }
}

/// `pipe` with the matchers beside it.
struct PipeMatcher: Matcher {
  let pipe: CompiledPipe
  let inner: any Matcher
  /// Whether it judges fields, of which one alone is a list, too.
  let isOfFields: Bool

  var expectation: String { inner.expectation }

  var turning: String? { pipe.text }

  func judge(_ subject: Subject) -> Judgement {
    guard let turned = try? turned(subject) else { return .inapplicable }
    return inner.judge(turned)
  }

  func failure(of subject: Subject) -> MatchResult {
    do throws(CompiledPipe.Failure) {
      let path = "(\(subject.path) | \(pipe.text))"
      return inner.failure(of: try turned(subject, path: path))
    } catch {
      return MatchResult(expected: expectation, actual: "no value", detail: error.reason)
    }
  }

  private func turned(
    _ subject: Subject,
    path: String = "$"
  ) throws(CompiledPipe.Failure) -> Subject {
    let value = try pipe.turn(try value(of: subject), Redaction.current)
    return Subject(value.map { .single($0) } ?? .absent, nature: subject.nature, path: path)
  }

  /// What the first function gets.
  private func value(of subject: Subject) throws(CompiledPipe.Failure) -> JSONValue? {
    switch subject.content {
    case .absent: return .none
    case .single(let value): return pipe.takesList && isOfFields ? .array([value]) : value
    case .nodes(let nodes) where pipe.takesList: return .array(nodes)
    case .nodes(let nodes):
      guard nodes.count > 1 else { return nodes.first }
      throw CompiledPipe.Failure(
        value: .array(nodes),
        function: pipe.text,
        message: "found \(nodes.count) nodes: begin with first, nth, join or map"
      )
    }
  }
}
