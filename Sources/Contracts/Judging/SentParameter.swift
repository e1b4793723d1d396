internal import Documents
internal import Encodings

/// A parameter as it was found in a request.
struct SentParameter {
  var found: ParameterReader.Found
  /// The text of a parameter that is written as a document.
  var text: String?
  /// Whether it was sent without a value.
  var isEmpty = false
  /// The pairs of the query that it is made of.
  var used: [Int] = []

  private static func document(_ text: String, used: [Int] = []) -> SentParameter {
    SentParameter(found: .value(.string(text)), text: text, used: used)
  }

  /// A parameter of the path.
  static func inPath(
    _ parameter: ContractParameter,
    _ values: [ContractPathValue],
    _ reader: ParameterReader
  ) -> SentParameter {
    guard let raw = values.first(where: { $0.name == parameter.name })?.value else {
      return SentParameter(found: .absent)
    }
    guard let schema = parameter.schema else {
      return document(PercentEncoding.decodeTextLeniently(raw))
    }
    let form = ParameterReader.Form(
      style: parameter.style ?? "simple",
      explodes: parameter.explodes
    )
    return SentParameter(found: reader.single(raw, named: parameter.name, by: schema, form))
  }

  /// A parameter of the query or a cookie.
  static func inPairs(
    _ parameter: ContractParameter,
    _ pairs: [WirePair],
    _ reader: ParameterReader,
    _ others: Set<String>,
    isQuery: Bool
  ) -> SentParameter {
    var pairs = pairs
    if !isQuery, parameter.style == "form", parameter.explodes, let schema = parameter.schema,
      !reader.schemas.outline(of: schema).allowsPrimitive
    {
      pairs = pairs.flatMap(\.exploded)
    }
    let own = pairs.indices.filter { pairs[$0].name == parameter.name }
    guard let schema = parameter.schema else {
      guard let first = own.first else { return SentParameter(found: .absent) }
      // A document is written once: of two no one knows which the service reads.
      guard own.count == 1 else {
        let count = "\(own.count) values"
        return SentParameter(found: .malformed(expected: "one value", actual: count), used: own)
      }
      let raw = pairs[first].raw ?? ""
      let text = PercentEncoding.decodeTextLeniently(raw, plusIsSpace: isQuery)
      return document(text, used: own)
    }
    let form = ParameterReader.Form(
      style: parameter.style ?? "form",
      explodes: parameter.explodes,
      isEncoded: parameter.style != "cookie",
      plusIsSpace: isQuery
    )
    let read = reader.paired(parameter.name, in: pairs, by: schema, form, others: others)
    let isEmpty = !own.isEmpty && own.allSatisfy { (pairs[$0].raw ?? "").isEmpty }
    return SentParameter(found: read.found, isEmpty: isEmpty, used: read.used)
  }

  /// A parameter that is the whole query.
  static func inQueryString(_ parameter: ContractParameter, _ query: String?) -> SentParameter {
    guard let query, !query.isEmpty else { return SentParameter(found: .absent) }
    let isForm = parameter.content?.type?.isForm == true
    return document(isForm ? query : PercentEncoding.decodeTextLeniently(query))
  }

  /// A header field; the values of several fields of one name are joined already.
  static func inHeader(
    _ parameter: ContractParameter,
    _ field: String?,
    _ reader: ParameterReader
  ) -> SentParameter {
    guard let field else { return SentParameter(found: .absent) }
    guard let schema = parameter.schema else { return document(field) }
    let form = ParameterReader.Form(
      style: "simple",
      explodes: parameter.explodes,
      isEncoded: false
    )
    return SentParameter(found: reader.single(field, named: parameter.name, by: schema, form))
  }
}
