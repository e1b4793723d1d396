import Assertions
import Cryptography
import Scenarios

extension PlannedRequest {
  /// What reads the body in pieces, when nothing needs it as a whole.
  ///
  /// - Parameters:
  ///   - scope: what names stand for before there is a response.
  ///   - mask: masks what reports show of the body.
  /// - Returns: `nil` when the body must be in memory.
  func streamedBody(in scope: StepScope, masking mask: SecretMask) -> StreamedBody? {
    // A secret that begins in what is shown must lie within what is kept.
    guard canReadBodyInPieces, mask.reach <= StreamedBody.keptBytes - ExchangeRecorder.bodyLimit
    else { return nil }
    var digests = Set((captures + collect).compactMap(\.digest))
    for prepared in expectation.bytes {
      // What has no value yet is about the response itself.
      guard let assertion = try? prepared.value(in: scope), let reach = assertion.reach,
        reach <= StreamedBody.keptBytes
      else { return nil }
      if let digest = assertion.digest { digests.insert(digest) }
    }
    return StreamedBody(digests: digests)
  }
}

extension PlannedExpectation {
  /// Whether no assertion needs the body as a whole, but for those on its bytes.
  var canDoWithoutBody: Bool {
    guard documents.isEmpty, image.isEmpty, text == nil, that.isEmpty else {
      return false
    }
    let matchers =
      [status.template, contentType?.template] + bytes.map(\.template)
      + headers.map(\.template) + (measures + certificate).map(\.matcher.template)
      + hops.map(\.matcher.template)
      + cookies.flatMap { [$0.matcher?.template, $0.deleted?.template] }
      + cookies.flatMap(\.attributes).map(\.matcher.template)
    let names =
      headers.compactMap(\.name) + (measures + certificate).map(\.name)
      + hops.map(\.query.template)
      + cookies.map(\.name) + cookies.flatMap(\.attributes).map(\.name)
    return !matchers.contains { $0?.looksAtBody == true }
      && !names.contains(where: \.looksAtBody)
  }
}

extension PlannedCapture {
  /// Whether it is found without the body.
  var canDoWithoutBody: Bool {
    guard !expressionsLookAtBody else { return false }
    return switch query {
    case .header, .cookie, .measure, .hops, .value, .property(_, of: .certificate): true
    case .body, .text, .property(_, of: .image), .property(_, of: .bytes): false
    }
  }

  /// Whether it is found without the body as a whole.
  var canReadBodyInPieces: Bool {
    canDoWithoutBody || (takes(.bytes) && !takesAllBytes && !expressionsLookAtBody)
  }

  /// Whether it takes all bytes of the body.
  private var takesAllBytes: Bool {
    guard case .property(let name, of: .bytes) = query else { return false }
    return name == "hex" || name == "raw"
  }

  /// The digest that it takes, if it takes one.
  fileprivate var digest: DigestAlgorithm? {
    guard case .property(let name, of: .bytes) = query else { return nil }
    return DigestAlgorithm(rawValue: name)
  }

  /// Whether an expression in it uses the body of the response.
  private var expressionsLookAtBody: Bool {
    if capture.defaultValue?.looksAtBody == true || capture.match?.looksAtBody == true
      || capture.pipe?.looksAtBody == true
    {
      return true
    }
    return switch query {
    case .header(let name): name.looksAtBody
    case .hops(let path): path.template.looksAtBody
    case .cookie(let cookie):
      [cookie.name, cookie.path, cookie.domain].contains { $0?.looksAtBody == true }
    case .value(let template): template.looksAtBody
    case .body, .text, .measure, .property: false
    }
  }
}

extension TextTemplate {
  /// Whether an expression in it uses the body of the response.
  fileprivate var looksAtBody: Bool {
    constant == nil && expressions.contains(where: \.looksAtBody)
  }
}

extension ValueTemplate {
  /// Whether an expression in it uses the body of the response.
  fileprivate var looksAtBody: Bool { expressions.contains(where: \.looksAtBody) }
}

extension Expression {
  /// The members of `response` that are known without the body itself.
  private static let membersBesideBody: Set<String> = [
    "status", "reason", "http", "url", "headers", "cookies", "size", "time", "redirects",
    "attempts", "ip", "hops",
  ]

  /// Whether it uses the body of the response.
  fileprivate var looksAtBody: Bool {
    references.contains { reference in
      reference.name == "response"
        && reference.path.first.map { !Self.membersBesideBody.contains($0) } ?? true
    }
  }
}
