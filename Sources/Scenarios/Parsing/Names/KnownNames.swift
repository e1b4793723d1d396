import Diagnostics

/// The names that an expression may use at some place of a file.
struct KnownNames {
  /// Variables, captures, parameters.
  var variables: Set<String> = []
  /// Those of the variables that a step may have given their value, so that the name of a step cannot have it.
  var captured: Set<String> = []
  /// Whether more variables may exist than are known, because a data file could not be read.
  var isOpen = false
  /// What `secrets` lists, which has a value as a member of `secret` alone.
  var secrets: Set<String> = []
  /// The columns of the data rows, for `case.*`; `nil` when there are no rows.
  var columns: Set<String>?
  /// Whether `loop` is known.
  var hasLoop = false
  /// Whether `response` is known.
  var hasResponse = false
  /// Whether `scenario` is known.
  var hasScenario = true
  /// Whether these are steps to use again, which see nothing of their caller.
  var isShared = false
  /// What the steps of other files capture, with the paths of these files: a caller has it once it captures it, too.
  var elsewhere: [String: String] = [:]

  /// The members of `response`.
  static let responseMembers = NameDefinition.response.map(\.name)

  /// The same names and these.
  func adding(_ names: some Sequence<String>) -> KnownNames {
    var known = self
    known.variables.formUnion(names)
    return known
  }

  /// Takes the names behind unknown keys as known.
  mutating func add(_ stray: StrayNames) {
    variables.formUnion(stray.variables)
    hasLoop = hasLoop || stray.hasLoop
  }

  /// The same names and `response`.
  var withResponse: KnownNames {
    var known = self
    known.hasResponse = true
    return known
  }

  /// All names, for suggestions.
  var all: [String] {
    variables.filter(FileReader.isName).sorted() + ["env", "secret", "run", "demo"]
      + (columns == nil ? [] : ["case"]) + (hasLoop ? ["loop"] : [])
      + (hasScenario ? ["scenario"] : []) + (hasResponse ? ["response"] : [])
  }

  /// What is wrong with a reference, or `nil`.
  ///
  /// - Parameters:
  ///   - reference: the name where it stands.
  ///   - later: the steps behind it.
  ///   - advises: whether it is worth looking for what was meant.
  /// - Returns: the mistake.
  func complaint(
    about reference: Expression.Reference,
    later: ArraySlice<Step>,
    advises: Bool = true
  ) -> Diagnostic? {
    let name = reference.name
    switch name {
    case "env", "secret":
      return needsMember(reference, "\(name).NAME")
    case "case":
      guard let columns else {
        if reference.isGuarded { return nil }
        return unknown(reference, hint: "only scenarios with cases have it")
      }
      let complaint = member(
        reference,
        among: columns.sorted(),
        isOpen: isOpen,
        advises: advises
      )
      guard reference.isGuarded, var complaint else { return complaint }
      // A default stands for it, but a slip of the pen should be seen; short names are all near to each other.
      guard complaint.suggestion != nil, let member = reference.path.first, member.utf8.count > 3
      else { return nil }
      complaint.severity = .warning
      return complaint
    case "loop":
      guard hasLoop else {
        if reference.isGuarded { return nil }
        return unknown(reference, hint: "only steps with each or repeat have it")
      }
      return member(reference, among: ["index"])
    case "scenario":
      guard hasScenario else { return unknown(reference, hint: "no scenario is running here") }
      return member(reference, among: ["name"])
    case "run":
      return member(reference, among: ["id", "seed"])
    case "demo":
      return member(reference, among: ["url"])
    case "response":
      guard hasResponse else {
        return unknown(reference, hint: "it is known in expect, capture, collect and retry")
      }
      return member(reference, among: Self.responseMembers)
    case _:
      if variables.contains(name) { return nil }
      if isOpen {
        guard secrets.contains(name) else { return nil }
        return Diagnostic(
          .warning,
          "\"\(name)\" is a secret, which has no value by its name alone",
          at: reference.range,
          hint: "write secret.\(name)"
        )
      }
      guard advises else {
        return Diagnostic(.error, "unknown name \"\(name)\"", at: reference.range)
      }
      return unknownVariable(reference, later: later)
    }
  }

  private func unknownVariable(
    _ reference: Expression.Reference,
    later: ArraySlice<Step>
  ) -> Diagnostic {
    let name = reference.name
    if let line = CapturedNames.lines(of: later)[name] {
      return unknown(reference, hint: "it is captured later, on line \(line)")
    }
    // Where there is no response that is said next.
    let names = hasResponse ? all : all + ["response"]
    let isSecret = secrets.contains(name)
    let suggestion = isSecret ? nil : ForeignWords.meant(by: name, .name, among: names)
    var hint: String?
    if suggestion == nil {
      if isSecret {
        hint = "write secret.\(name)"
      } else if let advice = ForeignWords.advice(on: name, .name) {
        hint = advice
      } else if let function = FunctionCatalogue.function(named: name) {
        hint = "a function is called: \(function.signature)"
      } else if Self.responseMembers.contains(name), hasResponse {
        hint = "write response.\(name)"
      } else if columns?.contains(name) == true {
        hint = "write case.\(name)"
      } else if let file = elsewhere[name] {
        hint = "\(file) captures it: write capture: { \(name): \"${\(name)}\" } beside its use"
      } else if isShared {
        hint = "used steps see their parameters alone: write parameters: { \(name): required }"
      } else {
        hint = "define it under variables, capture it, or give it with --var \(name)=…"
      }
    }
    return Diagnostic(
      .error,
      "unknown name \"\(name)\"",
      at: reference.range,
      hint: hint,
      suggestion: suggestion
    )
  }

  private func unknown(_ reference: Expression.Reference, hint: String) -> Diagnostic {
    Diagnostic(.error, "\"\(reference.name)\" is not known here", at: reference.range, hint: hint)
  }

  private func needsMember(_ reference: Expression.Reference, _ example: String) -> Diagnostic? {
    guard reference.path.isEmpty, reference.range == reference.pathRange else { return nil }
    return Diagnostic(
      .error,
      "\"\(reference.name)\" is no value by itself",
      at: reference.range,
      hint: "write \(example)"
    )
  }

  private func member(
    _ reference: Expression.Reference,
    among members: [String],
    isOpen: Bool = false,
    advises: Bool = true
  ) -> Diagnostic? {
    guard let member = reference.path.first else {
      return nil
    }
    guard !isOpen, !members.contains(member) else { return nil }
    let suggestion = advises ? ForeignWords.meant(by: member, .name, among: members) : nil
    return Diagnostic(
      .error,
      "\"\(reference.name)\" has no \"\(member)\"",
      at: reference.pathRange,
      hint: suggestion == nil && advises ? "it has \(members.joined(separator: ", "))" : nil,
      suggestion: suggestion
    )
  }
}
