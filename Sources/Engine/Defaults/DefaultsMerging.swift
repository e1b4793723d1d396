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
        headers: merge(
          merged.headers,
          over: headers(of: layer, under: merged.auth),
          ignoringCase: true
        ),
        cookies: merge(merged.cookies, over: layer.cookies, ignoringCase: false),
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
      key(header.name, ignoringCase: true) != "authorization" || header.value.constant != .null
    }
  }

  private static func merge(
    _ own: [HeaderTemplate],
    over defaults: [HeaderTemplate],
    ignoringCase: Bool
  ) -> [HeaderTemplate] {
    guard !defaults.isEmpty else { return own }
    let names = Set(own.compactMap { key($0.name, ignoringCase: ignoringCase) })
    return defaults.filter { header in
      key(header.name, ignoringCase: ignoringCase).map { !names.contains($0) } ?? true
    } + own
  }

  private static func key(_ name: TextTemplate, ignoringCase: Bool) -> String? {
    ignoringCase ? name.constant?.lowercased() : name.constant
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
      let names = Set(own.compactMap(\.name.constant))
      let kept = pairs(of: defaults).filter { pair in
        pair.name.constant.map { !names.contains($0) } ?? true
      }
      return .pairs(kept + own, range)
    case (.map(let own), .pairs(let defaults, let range)):
      let added = pairs(of: .map(own))
      let names = Set(added.compactMap(\.name.constant))
      let kept = defaults.filter { pair in pair.name.constant.map { !names.contains($0) } ?? true }
      return .pairs(kept + added, range)
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
    let names = Set(ownEntries.compactMap(\.key.constant))
    let kept = defaultEntries.filter { entry in
      entry.key.constant.map { !names.contains($0) } ?? true
    }
    return ValueTemplate(map: kept + ownEntries, range: own.range)
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
      headers: merge(own.headers, over: defaults.headers, ignoringCase: true),
      cookies: merge(own.cookies, over: defaults.cookies),
      documents: own.documents,
      image: own.image,
      text: own.text,
      bytes: own.bytes,
      measures: merge(own.measures, over: defaults.measures, ignoringCase: false),
      hops: own.hops,
      certificate: merge(own.certificate, over: defaults.certificate, ignoringCase: false),
      that: own.that.isEmpty ? defaults.that : own.that,
      error: own.error,
      range: own.range
    )
  }

  private static func merge(
    _ own: [Expectation.Cookie],
    over defaults: [Expectation.Cookie]
  ) -> [Expectation.Cookie] {
    guard !defaults.isEmpty else { return own }
    let names = Set(own.compactMap(\.name.constant))
    return defaults.filter { cookie in
      cookie.name.constant.map { !names.contains($0) } ?? true
    } + own
  }

  private static func merge(
    _ own: [Expectation.Field],
    over defaults: [Expectation.Field],
    ignoringCase: Bool
  ) -> [Expectation.Field] {
    guard !defaults.isEmpty else { return own }
    let names = Set(own.compactMap { key($0.name, ignoringCase: ignoringCase) })
    return defaults.filter { field in
      key(field.name, ignoringCase: ignoringCase).map { !names.contains($0) } ?? true
    } + own
  }
}
