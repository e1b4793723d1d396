import RunEvents

/// Decides how much of bodies goes into the page, so that a browser still opens it.
///
/// What went wrong is shown as it was recorded. Of what went well the beginning is enough, and once the page is large not even that; pictures are whole
/// or not at all.
struct HTMLBodies {
  /// How many bytes of a body are kept of an attempt that passed.
  static let passedLimit = 8 << 10
  /// How many bytes all bodies of attempts that passed may have.
  static let passedBudget = 32 << 20
  /// How many bytes all other bodies may have.
  static let badBudget = 192 << 20

  private var passed = 0
  private var bad = 0

  /// The report of a step with its bodies cut.
  mutating func cut(_ report: StepReport) -> StepReport {
    var report = report
    for index in report.attempts.indices {
      let isGood = report.result.isGood && report.attempts[index].result.isGood
      guard var exchange = report.attempts[index].exchange else { continue }
      cut(&exchange, isGood: isGood)
      for redirect in exchange.redirects.indices {
        cut(&exchange.redirects[redirect], isGood: isGood)
      }
      report.attempts[index].exchange = exchange
    }
    return report
  }

  private mutating func cut(_ exchange: inout Exchange, isGood: Bool) {
    if let body = exchange.request.body { exchange.request.body = cut(body, isGood: isGood) }
    if let body = exchange.response?.body { exchange.response?.body = cut(body, isGood: isGood) }
  }

  private mutating func cut(_ body: Exchange.Body, isGood: Bool) -> Exchange.Body {
    guard !body.bytes.isEmpty else { return body }
    var own = body
    let isPicture = own.mediaType?.hasPrefix("image/") ?? false
    if isGood, !isPicture, own.bytes.count > Self.passedLimit {
      own.count = own.count ?? Int64(own.bytes.count)
      own.bytes = Self.prefix(of: own.bytes, Self.passedLimit)
    }
    let isOver =
      isGood
      ? passed + own.bytes.count > Self.passedBudget : bad + own.bytes.count > Self.badBudget
    if isOver {
      own.count = own.count ?? Int64(own.bytes.count)
      own.bytes = []
    }
    if isGood { passed += own.bytes.count } else { bad += own.bytes.count }
    return own
  }

  /// The first bytes, cut between two characters.
  private static func prefix(of bytes: [UInt8], _ count: Int) -> [UInt8] {
    var end = count
    while end > count - 4, end > 0, bytes[end] & 0xC0 == 0x80 { end -= 1 }
    return Array(bytes[..<end])
  }
}
