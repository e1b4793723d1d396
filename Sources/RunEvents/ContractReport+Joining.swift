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
    for index in shape.operations.indices { shape.operations[index].forEachCount { $0 = 0 } }
    return shape
  }

  /// A sum that stays far from the limits of an `Int`; no run counts that many.
  fileprivate static func sum(_ first: Int, _ second: Int) -> Int {
    let limit = 1 << 60
    return min(max(0, min(first, limit)) + max(0, min(second, limit)), limit)
  }
}

extension ContractReport.Operation {
  /// Hands out all counts, in an order that depends on nothing but the parts.
  fileprivate mutating func forEachCount(_ body: (inout Int) -> Void) {
    body(&count)
    body(&negativeCount)
    body(&violationCount)
    body(&warningCount)
    requestMediaTypes.forEachCount(body)
    for index in responses.indices {
      body(&responses[index].count)
      responses[index].mediaTypes.forEachCount(body)
    }
    for index in parameters.indices {
      body(&parameters[index].count)
      parameters[index].values.forEachCount(body)
    }
    for index in properties.indices { body(&properties[index].count) }
  }

  /// Adds the counts of an operation with the same parts.
  fileprivate mutating func add(_ other: Self) {
    var (other, counts) = (other, [Int]())
    other.forEachCount { counts.append($0) }
    var rest = counts[...]
    forEachCount { $0 = ContractReport.sum($0, rest.popFirst() ?? 0) }
  }
}

extension [ContractReport.Item] {
  fileprivate mutating func forEachCount(_ body: (inout Int) -> Void) {
    for index in indices { body(&self[index].count) }
  }
}
