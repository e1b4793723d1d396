public import Diagnostics

/// How much of each contract a run must exercise at least: `operations=100,responses=80`.
public struct CoverageMinimum: Sendable, Hashable {
  /// The least share of one aspect.
  public struct Bound: Sendable, Hashable {
    /// What is counted.
    public var aspect: ContractReport.Aspect
    /// The least share, in hundredths of a percent.
    public var hundredths: Int

    /// Makes a bound.
    ///
    /// - Parameters:
    ///   - aspect: what is counted.
    ///   - hundredths: from 0 to 10 000; what is outside is moved to the nearer end.
    public init(_ aspect: ContractReport.Aspect, hundredths: Int) {
      self.aspect = aspect
      self.hundredths = max(0, min(hundredths, 10_000))
    }
  }

  /// The bounds, at most one of each aspect, in the order of ``ContractReport/Aspect``.
  public private(set) var bounds: [Bound]

  /// Makes a minimum; of several bounds of one aspect the highest counts.
  public init(bounds: [Bound]) {
    self.bounds = ContractReport.Aspect.allCases.compactMap { aspect in
      bounds.filter { $0.aspect == aspect }.max { $0.hundredths < $1.hundredths }
    }
  }

  /// Reads a minimum from the text of an option.
  ///
  /// - Parameter text: `NAME=PERCENT` once or more, with commas between; at most two decimals.
  /// - Throws: when it is not written so, when a name is unknown or stands twice.
  public init(parsing text: String) throws(Mistake) {
    var bounds: [Bound] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let bound = try Self.bound(part)
      guard !bounds.contains(where: { $0.aspect == bound.aspect }) else {
        throw Mistake("\(bound.aspect.rawValue) stands twice", hint: "leave one of them out")
      }
      bounds.append(bound)
    }
    self.init(bounds: bounds)
  }

  /// The minimum as an option writes it: `operations=100,responses=80`.
  public var text: String {
    bounds.map { "\($0.aspect.rawValue)=\(Self.percent($0.hundredths))" }.joined(separator: ",")
  }

  /// The minimum that asks for whatever one of two asks for.
  public func joined(to other: CoverageMinimum) -> CoverageMinimum {
    CoverageMinimum(bounds: bounds + other.bounds)
  }

  /// What falls short of the minimum.
  ///
  /// Each contract is measured by itself. An aspect of which a document has nothing is not asked for, except operations.
  ///
  /// - Parameter contracts: what was exercised of each contract.
  /// - Returns: a sentence for each shortfall; empty when there is none.
  public func shortfalls(of contracts: [ContractReport]) -> [String] {
    let bounds = bounds.filter { $0.hundredths > 0 }
    guard !bounds.isEmpty else { return [] }
    guard !contracts.isEmpty else {
      return ["coverage: no contract was in use, but the minimum is \(text)"]
    }
    return contracts.flatMap { contract in
      let path = TerminalText.escaped(contract.path)
      return bounds.compactMap { bound -> String? in
        let share = contract.share(of: bound.aspect)
        let name = bound.aspect.rawValue
        if share.total == 0, bound.aspect == .operations {
          return "\(path): the contract has no operations, but the minimum is \(text)"
        }
        guard share.hundredths < bound.hundredths else { return nil }
        return "\(path): \(share.covered) of \(share.total) \(name) were exercised "
          + "(\(Self.percent(share.hundredths)) %), the minimum is \(Self.percent(bound.hundredths)) %"
      }
    }
  }

  /// Hundredths of a percent as text, without zeros at the end: `99.99`, `80`.
  public static func percent(_ hundredths: Int) -> String {
    let (whole, rest) = (hundredths / 100, hundredths % 100)
    if rest == 0 { return String(whole) }
    if rest % 10 == 0 { return "\(whole).\(rest / 10)" }
    return "\(whole).\(rest < 10 ? "0" : "")\(rest)"
  }

  private static let form = "write a minimum such as operations=100,responses=80"

  private static func bound(_ part: Substring) throws(Mistake) -> Bound {
    let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard pair.count == 2 else {
      let shown = TerminalText.escaped(String(part.prefix(60)))
      throw Mistake("expected NAME=PERCENT, got \"\(shown)\"", hint: form)
    }
    let name = trimmed(pair[0])
    guard let aspect = ContractReport.Aspect(rawValue: name) else {
      let names = ContractReport.Aspect.allCases.map(\.rawValue)
      let shown = TerminalText.escaped(String(name.prefix(60)))
      throw Mistake(
        "unknown coverage \"\(shown)\"",
        hint: "there are \(names.joined(separator: ", "))",
        suggestion: Suggestion.nearest(to: name, in: names)
      )
    }
    var number = trimmed(pair[1])
    if number.hasSuffix("%") { number = trimmed(number.dropLast()) }
    guard let hundredths = hundredths(number) else {
      let shown = TerminalText.escaped(String(number.prefix(60)))
      throw Mistake(
        "expected a percentage from 0 to 100 for \(name), got \"\(shown)\"",
        hint: form
      )
    }
    return Bound(aspect, hundredths: hundredths)
  }

  private static func trimmed(_ text: Substring) -> String {
    let start = text.drop { $0 == " " }
    let end = start.lastIndex { $0 != " " }
    return end.map { String(start[...$0]) } ?? ""
  }

  /// A percentage with at most two decimals.
  private static func hundredths(_ text: String) -> Int? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count <= 2, (1...3).contains(parts[0].utf8.count),
      parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
      let whole = Int(parts[0])
    else { return nil }
    var fraction = 0
    if parts.count == 2 {
      guard (1...2).contains(parts[1].utf8.count), let digits = Int(parts[1]) else { return nil }
      fraction = parts[1].utf8.count == 1 ? digits * 10 : digits
    }
    let hundredths = whole * 100 + fraction
    return hundredths <= 10_000 ? hundredths : nil
  }
}
