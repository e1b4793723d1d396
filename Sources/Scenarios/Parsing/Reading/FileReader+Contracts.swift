import Diagnostics

extension FileReader {
  /// `contracts` of a project.
  func contracts(_ node: YAMLNode) -> [ContractNaming] {
    let example = "contracts: [{ \(MapGrammar.contract.example) }]"
    return (items(of: node, "contracts", example: example) ?? []).compactMap { contract($0) }
  }

  private func contract(_ node: YAMLNode) -> ContractNaming? {
    guard let keys = entries(of: node, .contract) else { return nil }
    let path = plainText("openapi", in: keys)
    let naming = path.map { path in
      ContractNaming(
        openAPI: path,
        base: text("base", in: keys),
        levels: levels(keys),
        ignored: keys["ignore"].map { deviations($0) } ?? []
      )
    }
    if let path {
      if TextRule.usedFile.holds(path.value) {
        noteFile(path.value, at: path.range)
      } else {
        error(
          "an empty path for openapi",
          at: path.range,
          hint: "as in \(MapGrammar.contract.example)"
        )
      }
    }
    return naming
  }

  private func deviations(_ node: YAMLNode) -> [ContractNaming.Deviation] {
    let example = "ignore: [\(MapGrammar.contractDeviation.example)]"
    return (items(of: node, "ignore", example: example) ?? []).compactMap { item in
      guard let keys = entries(of: item, .contractDeviation) else { return nil }
      let operation = plainText("operation", in: keys)
      let place = plainText("at", in: keys)
      let why = reason("reason", in: keys)
      guard let operation, let place else { return nil }
      return ContractNaming.Deviation(operation: operation, at: place, reason: why?.value)
    }
  }

  /// `contract` of a request or of defaults: `false`, `true`, or a map of levels.
  func contractLevels(_ node: YAMLNode) -> ContractLevels? {
    if case .bool(let isOn)? = node.scalar?.resolved {
      var levels = ContractLevels()
      levels.isOn = isOn
      return levels
    }
    guard case .mapping = node.content else {
      let wanted = "true, false or a map for contract"
      if case .text? = node.scalar?.resolved {
        error(
          "expected \(wanted), got \(node.kindName)",
          at: node.range,
          hint: "documents stand in curlew.yaml: contracts: [{ \(MapGrammar.contract.example) }]"
        )
      } else {
        mismatch(node, wanted: wanted, example: MapGrammar.contractLevels.example)
      }
      return nil
    }
    // Who says how a request is checked wants it checked, whatever stands further out.
    return entries(of: node, .contractLevels).map { levels($0, isOn: true) }
  }

  private func levels(_ keys: KnownEntries, isOn: Bool? = nil) -> ContractLevels {
    func level(_ key: String) -> ContractNaming.Level? {
      word(key, in: keys).flatMap { ContractNaming.Level(rawValue: $0) }
    }
    var levels = ContractLevels()
    levels.isOn = isOn
    levels.responses = level("responses")
    levels.requests = level("requests")
    levels.undocumented = level("undocumented")
    levels.strict = flag("strict", in: keys)
    return levels
  }
}
