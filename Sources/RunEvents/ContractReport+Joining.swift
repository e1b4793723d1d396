extension ContractReport {
  /// Whether another report is of the same document: what there is to cover is the same.
  public func hasDocument(of other: ContractReport) -> Bool {
    path == other.path && shape == other.shape
  }

  /// Adds the counts of another report of the same document.
  ///
  /// A known deviation is unused when neither run needed it.
  ///
  /// - Parameter other: the report of another part of the run.
  /// - Returns: `false` when the documents differ; nothing was added then.
  public mutating func add(_ other: ContractReport) -> Bool {
    guard hasDocument(of: other) else { return false }
    for index in operations.indices { operations[index].add(other.operations[index]) }
    add(undocumentedOf: other)
    undocumentedCount = Self.sum(undocumentedCount, other.undocumentedCount)
    violationCount = Self.sum(violationCount, other.violationCount)
    warningCount = Self.sum(warningCount, other.warningCount)
    let unused = Set(other.unusedIgnores)
    unusedIgnores.removeAll { !unused.contains($0) }
    return true
  }

  private mutating func add(undocumentedOf other: ContractReport) {
    struct Key: Hashable {
      var method: String
      var path: String
    }
    var places: [Key: Int] = [:]
    for (index, own) in undocumented.enumerated() {
      places[Key(method: own.method, path: own.path)] = index
    }
    for request in other.undocumented {
      let key = Key(method: request.method, path: request.path)
      if let place = places[key] {
        undocumented[place].count = Self.sum(undocumented[place].count, request.count)
      } else if undocumented.count < Self.undocumentedLimit {
        places[key] = undocumented.count
        undocumented.append(request)
      }
    }
  }

  /// The report with all counts at zero.
  private var shape: ContractReport {
    var shape = ContractReport(path: path, title: title, operations: operations)
    for index in shape.operations.indices { shape.operations[index].clearCounts() }
    return shape
  }

  /// A sum that stays far from the limits of an `Int`; no run counts that many.
  fileprivate static func sum(_ first: Int, _ second: Int) -> Int {
    let limit = 1 << 60
    return min(max(0, min(first, limit)) + max(0, min(second, limit)), limit)
  }
}

extension ContractReport.Operation {
  fileprivate mutating func clearCounts() {
    (count, negativeCount, violationCount, warningCount) = (0, 0, 0, 0)
    requestMediaTypes.clearCounts()
    for index in responses.indices {
      responses[index].count = 0
      responses[index].mediaTypes.clearCounts()
    }
    for index in parameters.indices {
      parameters[index].count = 0
      parameters[index].values.clearCounts()
    }
    for index in properties.indices { properties[index].count = 0 }
  }

  /// Adds the counts of an operation with the same parts.
  fileprivate mutating func add(_ other: Self) {
    count = ContractReport.sum(count, other.count)
    negativeCount = ContractReport.sum(negativeCount, other.negativeCount)
    violationCount = ContractReport.sum(violationCount, other.violationCount)
    warningCount = ContractReport.sum(warningCount, other.warningCount)
    requestMediaTypes.add(other.requestMediaTypes)
    for (index, own) in other.responses.enumerated() {
      responses[index].count = ContractReport.sum(responses[index].count, own.count)
      responses[index].mediaTypes.add(own.mediaTypes)
    }
    for (index, own) in other.parameters.enumerated() {
      parameters[index].count = ContractReport.sum(parameters[index].count, own.count)
      parameters[index].values.add(own.values)
    }
    for (index, own) in other.properties.enumerated() {
      properties[index].count = ContractReport.sum(properties[index].count, own.count)
    }
  }
}

extension [ContractReport.Item] {
  fileprivate mutating func clearCounts() {
    for index in indices { self[index].count = 0 }
  }

  fileprivate mutating func add(_ other: Self) {
    for (index, own) in other.enumerated() {
      self[index].count = ContractReport.sum(self[index].count, own.count)
    }
  }
}
