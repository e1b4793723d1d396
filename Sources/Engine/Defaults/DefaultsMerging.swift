import Documents
import Scenarios

/// Puts `defaults` under what a step says itself.
///
/// `headers`, `query`, `cookies`, `options` and the `tls` in them merge by key; all else is replaced. Merged first, evaluated after.
enum DefaultsMerging {
  /// The request with all defaults under it.
  ///
  /// - Parameters:
  ///   - request: what the step says.
  ///   - layers: defaults, weakest first.
  /// - Returns: a request that says everything itself.
  static func merge(_ request: RequestStep, over layers: [RequestDefaults]) -> RequestStep {
    layers.reversed().reduce(request) { merged, layer in
      RequestStep(
        method: merged.method,
        url: merged.url,
        query: merge(merged.query, over: layer.query),
        headers: merge(merged.headers, over: headers(of: layer, under: merged.auth)) {
          $0.name.constant?.lowercased()
        },
        cookies: merge(merged.cookies, over: layer.cookies, by: \.name.constant),
        auth: merged.auth ?? layer.auth,
        body: merged.body,
        options: merge(merged.options, over: layer.options),
        session: merged.session ?? layer.session,
        expect: merge(merged.expect, over: layer.expect),
        save: merged.save,
        retry: merged.retry ?? layer.retry,
        contract: merged.contract.map { $0.over(layer.contract) } ?? layer.contract,
        jar: merged.jar
      )
    }
  }

  /// The headers of defaults; a null that removes credentials is weaker than a scheme that stands nearer.
  private static func headers(
    of layer: RequestDefaults,
    under auth: AuthTemplate?
  ) -> [HeaderTemplate] {
    guard let auth, !auth.isNone else { return layer.headers }
    return layer.headers.filter { header in
      header.name.constant?.lowercased() != "authorization" || header.value.constant != .null
    }
  }

  /// The entries of defaults whose keys are not among a step's own, and behind them these.
  ///
  /// - Parameters:
  ///   - own: what the step says.
  ///   - defaults: what stands under it.
  ///   - key: the key of an entry; an entry whose key is only known later has none.
  /// - Returns: both together.
  private static func merge<Entry>(
    _ own: [Entry],
    over defaults: [Entry],
    by key: (Entry) -> String?
  ) -> [Entry] {
    guard !defaults.isEmpty else { return own }
    let keys = Set(own.compactMap(key))
    return defaults.filter { key($0).map { !keys.contains($0) } ?? true } + own
  }

  private static func merge(
    _ own: FieldsTemplate?,
    over defaults: FieldsTemplate?
  )
    -> FieldsTemplate?
  {
    guard let own else { return defaults }
    guard let defaults else { return own }
    switch (own, defaults) {
    case (.map(let own), .map(let defaults)):
      return .map(merge(own, over: defaults))
    case (.pairs(let own, let range), _):
      return .pairs(merge(own, over: pairs(of: defaults), by: \.name.constant), range)
    case (.map(let own), .pairs(let defaults, let range)):
      return .pairs(merge(pairs(of: .map(own)), over: defaults, by: \.name.constant), range)
    }
  }

  private static func pairs(
    of fields: FieldsTemplate
  ) -> [(
    name: TextTemplate, value: ValueTemplate
  )] {
    switch fields {
    case .pairs(let pairs, _): return pairs
    case .map(let map):
      guard case .map(let entries) = map.kind else { return [] }
      return entries.map { (name: $0.key, value: $0.value) }
    }
  }

  private static func merge(_ own: ValueTemplate, over defaults: ValueTemplate) -> ValueTemplate {
    guard case .map(let ownEntries) = own.kind, case .map(let defaultEntries) = defaults.kind else {
      return own
    }
    let entries = merge(ownEntries, over: defaultEntries, by: \.key.constant)
    return ValueTemplate(map: entries, range: own.range)
  }

  private static func merge(
    _ own: [OptionTemplate],
    over defaults: [OptionTemplate]
  )
    -> [OptionTemplate]
  {
    guard !defaults.isEmpty else { return own }
    var merged = defaults
    for option in own {
      guard let index = merged.firstIndex(where: { $0.name.value == option.name.value }) else {
        merged.append(option)
        continue
      }
      let value =
        option.name.value == "tls" ? merge(option.value, over: merged[index].value) : option.value
      merged[index] = OptionTemplate(name: option.name, value: value)
    }
    return merged
  }

  private static func merge(_ own: Expectation?, over defaults: Expectation?) -> Expectation? {
    guard let own else { return defaults }
    guard let defaults, own.error == nil else { return own }
    return Expectation(
      status: own.status ?? defaults.status,
      contentType: own.contentType ?? defaults.contentType,
      headers: merge(own.headers, over: defaults.headers) { $0.name.constant?.lowercased() },
      cookies: merge(own.cookies, over: defaults.cookies, by: \.name.constant),
      documents: own.documents,
      image: own.image,
      text: own.text,
      bytes: own.bytes,
      measures: merge(own.measures, over: defaults.measures, by: \.name.constant),
      hops: own.hops,
      certificate: merge(own.certificate, over: defaults.certificate, by: \.name.constant),
      that: own.that.isEmpty ? defaults.that : own.that,
      error: own.error,
      range: own.range
    )
  }
}
