extension ContractReport {
  /// What of a contract can be covered.
  public enum Aspect: String, Sendable, Hashable, CaseIterable {
    /// Its operations.
    case operations
    /// The documented statuses of its operations.
    case responses
    /// The parameters of its operations.
    case parameters
    /// The properties of the schemas of its responses.
    case properties
  }

  /// How much of something was exercised.
  public struct Share: Sendable, Hashable {
    /// How many were exercised.
    public var covered: Int
    /// How many there are.
    public var total: Int

    /// Makes a share.
    public init(covered: Int, total: Int) {
      self.covered = covered
      self.total = total
    }

    /// Hundredths of a percent, rounded down, so that only a whole share has 10 000; 10 000 of nothing.
    public var hundredths: Int {
      guard total > 0 else { return 10_000 }
      let (product, overflow) = max(0, min(covered, total)).multipliedReportingOverflow(by: 10_000)
      // Counts that large stand in no document; the share is then rounded down to whole thousandths.
      return overflow ? covered / (total / 1_000 + 1) * 10 : product / total
    }
  }

  /// How much of one aspect was exercised.
  public func share(of aspect: Aspect) -> Share {
    var share = Share(covered: 0, total: 0)
    for operation in operations { operation.add(aspect, to: &share) }
    return share
  }
}

extension ContractReport.Operation {
  /// How much of one aspect of this operation was exercised.
  public func share(of aspect: ContractReport.Aspect) -> ContractReport.Share {
    var share = ContractReport.Share(covered: 0, total: 0)
    add(aspect, to: &share)
    return share
  }

  fileprivate func add(_ aspect: ContractReport.Aspect, to share: inout ContractReport.Share) {
    switch aspect {
    case .operations:
      share.total += 1
      share.covered += count > 0 ? 1 : 0
    case .responses:
      share.total += responses.count
      share.covered += responses.count { $0.count > 0 }
    case .parameters:
      share.total += parameters.count
      share.covered += parameters.count { $0.count > 0 }
    case .properties:
      share.total += properties.count
      share.covered += properties.count { $0.count > 0 }
    }
  }
}
