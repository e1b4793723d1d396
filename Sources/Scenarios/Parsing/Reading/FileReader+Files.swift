import Diagnostics
import Documents

extension FileReader {
  /// The scenario that the file holds; `nil` when too little of it can be understood.
  func scenario() -> Scenario? {
    root("a scenario", example: MapGrammar.scenario.example).flatMap { scenario($0) }
  }

  /// The scenario of a tree.
  func scenario(_ root: YAMLNode) -> Scenario? {
    let known = MapGrammar.scenario.table
    if case .mapping(let entries) = root.content, let first = entries.first,
      !entries.contains(where: { entry in
        known.contains(entry.name) || ForeignWords.meant(by: entry.name, among: known.names) != nil
      })
    {
      error(
        "this is no scenario: it has no key of one",
        at: first.key.range,
        hint: "a scenario starts with \(MapGrammar.scenario.example)"
      )
      return nil
    }
    guard let keys = entries(of: root, .scenario) else { return nil }
    let name = plainText("scenario", in: keys)
    if let name, !TextRule.title.holds(name.value) {
      error("the scenario's name is empty", at: name.range)
    }
    let scenario = Scenario(
      keys,
      named: name ?? Located(file.path, at: firstLine(of: root.range)),
      by: self
    )
    let hasNone =
      keys["steps"].map {
        if case .sequence(let items) = $0.content { items.isEmpty } else { false }
      }
      ?? !keys.has("steps")
    if scenario.steps.isEmpty, hasNone, scenario.setup.isEmpty {
      error(
        "the scenario has no steps",
        at: scenario.name.range,
        hint: "as in steps: [{ GET: /orders }]"
      )
    }
    return scenario
  }

  /// The steps that a `*.steps.yaml` holds.
  func sharedStepsFile() -> SharedSteps? {
    guard let root = root("a file of steps", example: "steps:"),
      let keys = entries(of: root, .sharedSteps)
    else { return nil }
    var parameters: [SharedSteps.Parameter] = []
    if let node = keys["parameters"] {
      let example = "parameters: { user: required, role: admin }"
      if case .sequence(let items) = node.content {
        // The names are known, whatever else is wrong.
        parameters = items.compactMap { variableName($0) }.map {
          .init(name: $0, defaultValue: nil)
        }
      }
      for entry in anyEntries(of: node, "parameters", example: example) ?? [] {
        guard let name = variableName(entry.key) else { continue }
        let isRequired = entry.value.scalar.map { $0.style == .plain && $0.text == "required" }
        if case .mapping(let inside) = entry.value.content,
          let required = inside.first(where: { $0.name == "required" || $0.name == "default" })
        {
          warning(
            "this map is the default of \(name.value)",
            at: required.key.range,
            hint: "write \(name.value): required, or \(name.value): and its default"
          )
        }
        let defaultValue = isRequired == true ? nil : value(entry.value)
        parameters.append(SharedSteps.Parameter(name: name, defaultValue: defaultValue))
      }
    }
    if let node = keys["description"] { _ = description(node) }
    var shared = SharedSteps(
      file: file,
      parameters: parameters,
      namespaces: keys["namespaces"].map { namespaces($0) } ?? [:],
      defaults: keys["defaults"].flatMap { defaults($0) },
      steps: keys["steps"].map { steps($0, "steps") } ?? [],
      returns: names("returns", in: keys)
    )
    shared.strayNames = strayNames
    return shared
  }

  /// The project that `curlew.yaml` holds; an empty file is a project too.
  func project() -> Project? {
    let document = YAMLDocument(reading: file)
    for diagnostic in document.diagnostics { report(diagnostic) }
    var project = Project(file: file)
    guard let root = document.root, !Self.isBlank(root) else {
      return document.diagnostics.isEmpty ? project : nil
    }
    if root.tree.hasEmptyValues { EmptyValues.check(root) { report($0) } }
    guard let keys = entries(of: root, .project) else { return nil }
    project.base = text("base", in: keys)
    project.environments = keys["environments"].map { environments($0) } ?? []
    project.variables = keys["variables"].map { variables($0, "variables") } ?? []
    project.defaults = keys["defaults"].flatMap { defaults($0) }
    project.namespaces = keys["namespaces"].map { namespaces($0) } ?? [:]
    project.schemas = keys["schemas"].map { schemas($0) } ?? [:]
    project.secrets =
      names("secrets", in: keys) ?? []
    project.beforeAll = keys["before-all"].map { steps($0, "before-all") } ?? []
    project.afterAll = keys["after-all"].map { steps($0, "after-all") } ?? []
    project.run = keys["run"].map { options($0, vocabulary.runOptions, "run") } ?? []
    project.contracts = keys["contracts"].map { contracts($0) } ?? []
    project.strayNames = strayNames
    return project
  }

  /// Prose, in which `${` is nothing special.
  func description(_ node: YAMLNode) -> String? {
    guard let scalar = node.scalar, !scalar.isNull else {
      mismatch(node, wanted: "a text for description", example: "description: What it is about")
      return nil
    }
    return scalar.text
  }

  /// Words by which scenarios are selected.
  func tags(_ node: YAMLNode) -> [Located<String>] {
    let tags = names(node, "tags", example: "tags: [smoke, orders]")
    for tag in tags {
      // No expression of `--tag` could name it.
      if TextRule.tag.holds(tag.value) { continue }
      let words = tag.value.split { $0 == "," || $0.isWhitespace || $0 == "(" || $0 == ")" }
      error(
        "a tag is one word, got \"\(tag.value)\"",
        at: tag.range,
        hint: "write [\(words.joined(separator: ", "))]"
      )
    }
    return tags
  }

  private func environments(_ node: YAMLNode) -> [Project.Environment] {
    let example = "environments: { \(MapGrammar.environment.example) }"
    return (anyEntries(of: node, "environments", example: example) ?? []).compactMap { entry in
      guard let keys = entries(of: entry.value, .environment) else { return nil }
      return Project.Environment(
        name: Located(entry.name, at: entry.key.range),
        base: text("base", in: keys),
        variables: keys["variables"].map { variables($0, "variables") } ?? [],
        defaults: keys["defaults"].flatMap { defaults($0) }
      )
    }
  }

  private func schemas(_ node: YAMLNode) -> [Located<String>: Located<String>] {
    let example = "schemas: { https://example.com/schemas/: schemas }"
    var result: [Located<String>: Located<String>] = [:]
    for entry in anyEntries(of: node, "schemas", example: example) ?? [] {
      guard let folder = plainText(entry.value, "a folder of schemas", example: example) else {
        continue
      }
      noteFile(folder.value, at: folder.range)
      result[Located(entry.name, at: entry.key.range)] = folder
    }
    return result
  }

  /// Where the rows of data come from.
  func cases(_ node: YAMLNode) -> DataRows? {
    switch node.content {
    case .sequence(let nodes):
      var rows: [ValueTemplate] = []
      for node in nodes where !node.isEmpty {
        guard case .mapping(let entries) = node.content else {
          mismatch(node, wanted: "a map for a row", example: MapGrammar.cases.example)
          continue
        }
        // A row's values are variables, so that its keys are names; `name` is its label as well.
        for entry in entries { _ = variableName(entry.key) }
        rows.append(value(node))
      }
      return DataRows(source: .list(rows), range: node.range)
    case .mapping:
      guard let keys = entries(of: node, .cases) else { return nil }
      let sources = keys.known.filter { MapGrammar.sourcesOfRows.contains($0.name) }
      guard sources.count == 1 else {
        if sources.count > 1 || diagnostics.isEmpty {
          error(
            "cases takes one of csv, json and matrix",
            at: firstLine(of: node.range),
            hint: "as in cases: { csv: rows.csv }"
          )
        }
        return nil
      }
      let reading = csvReading(keys, beside: sources[0])
      if let csv = path("csv", in: keys) {
        return DataRows(source: .csv(csv, reading), range: node.range)
      }
      if let json = path("json", in: keys) {
        return DataRows(source: .json(json), range: node.range)
      }
      guard let matrix = keys["matrix"] else { return nil }
      return DataRows(source: .matrix(matrixColumns(matrix)), range: node.range)
    case .scalar(let scalar):
      let kind = ["csv", "json"].first { scalar.text.lowercased().hasSuffix(".\($0)") }
      mismatch(
        node,
        wanted: "a list or a map for cases",
        example: kind.map { "cases: { \($0): \(scalar.text) }" } ?? MapGrammar.cases.example
      )
      return nil
    }
  }

  /// How the cells of a CSV file are read.
  private func csvReading(_ keys: KnownEntries, beside source: YAMLEntry) -> DataRows.CSVReading {
    var reading = DataRows.CSVReading()
    let own = keys.known.filter { !MapGrammar.sourcesOfRows.contains($0.name) }
    if !source.isNamed("csv"), let first = own.first {
      error(
        "\(first.name) says how csv is read, not \(source.name)",
        at: first.key.range,
        hint: "leave it out"
      )
    }
    let options = options(of: .csv, own)
    (reading.separator, reading.charset) = (options["separator"], options["charset"])
    reading.readsJSON = word("types", in: keys) == "json"
    return reading
  }

  private func matrixColumns(_ node: YAMLNode) -> [VariableDefinition] {
    let example = "matrix: { size: [1, 2], color: [red, blue] }"
    return (anyEntries(of: node, "matrix", example: example) ?? []).compactMap { entry in
      guard let name = variableName(entry.key) else { return nil }
      if case .sequence = entry.value.content {
        return VariableDefinition(name: name, value: value(entry.value))
      }
      let value = value(entry.value)
      if case .expression = value.kind { return VariableDefinition(name: name, value: value) }
      mismatch(entry.value, wanted: "a list for \(entry.name)", example: example)
      return nil
    }
  }

  /// `defaults`: request keys under every step's own.
  func defaults(_ node: YAMLNode) -> RequestDefaults? {
    guard let keys = entries(of: node, .defaults) else { return nil }
    if case .mapping(let written)? = keys["expect"]?.content {
      for entry in written where MapGrammar.bodyAssertions.contains(entry.name) {
        error(
          "defaults cannot look at a body",
          at: entry.key.range,
          hint: "write \(entry.name) in the steps"
        )
      }
    }
    return RequestDefaults(keys, expect: keys["expect"].flatMap { expectation($0) }, by: self)
  }
}
