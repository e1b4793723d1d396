import Documents
import Encodings

/// Writes parameters as a query or an URL-encoded form, as AFNetworking does unless told otherwise.
///
/// Names are sorted, nested ones written in escaped brackets (`a%5Bb%5D=1`, lists `a%5B%5D=1`), null
/// is a bare name, a list at the top has the empty name (AFNetworking writes `(null)[]`), and
/// everything but letters, digits and `-._~?/` is percent-encoded.
///
/// ```swift
/// try QueryEncoder().encode(["b": ["x": 1], "a": true])  // a=1&b%5Bx%5D=1
/// ```
///
/// An archive (`Codable`) keeps every choice but closures: a `custom` one is AFNetworking's own way
/// in what is read back, as AFNetworking's archives leave its query block out.
public struct QueryEncoder: Sendable, Codable {
  /// How the elements of a list are named.
  public var arrays: Arrays = .brackets
  /// How names of nested members are put together.
  public var keyPaths: KeyPaths = .brackets
  /// How truth values are spelled.
  public var booleans: Booleans = .numeric
  /// How null is written.
  public var nulls: Nulls = .bareKey
  /// How points in time are spelled.
  public var dates: Dates = .description
  /// How bytes are spelled.
  public var data: DataSpelling = .base64
  /// What is done to member names, nested ones included.
  public var keys: Keys = .unchanged
  /// How a space is written.
  public var spaces: Spaces = .percentEncoded
  /// Whether members are sorted by name, as AFNetworking does.
  public var sortsMembers = true

  /// Creates an encoder that writes as AFNetworking does.
  public init() {}

  /// Writes parameters.
  ///
  /// - Parameter parameters: usually an object; a lone text `S` gives `=S`, as in AFNetworking.
  /// - Returns: the percent-encoded query without `?`, empty if there is nothing to write.
  /// - Throws: ``SessionError`` when lists stand more than 512 deep in each other.
  public func encode(_ parameters: ParameterValue) throws(SessionError) -> String {
    try checkDepth(of: parameters)
    var output = QueryOutput(encodesSpacesAsPlus: spaces == .plus)
    write(parameters, key: nil) { output.append(key: $0, value: $1.map(text)) }
    return output.text
  }

  /// The pairs that a query is written from, in their order (`AFQueryStringPairsFromDictionary`).
  ///
  /// ```swift
  /// try QueryEncoder().queryPairs(of: ["b": ["x": 1], "a": nil])  // a, b[x]=1
  /// ```
  ///
  /// - Parameter parameters: usually an object.
  /// - Returns: names and values, not escaped.
  /// - Throws: ``SessionError`` when lists stand more than 512 deep in each other.
  public func queryPairs(of parameters: ParameterValue) throws(SessionError) -> [QueryPair] {
    try checkDepth(of: parameters)
    var pairs: [QueryPair] = []
    write(parameters, key: nil) { name, value in
      pairs.append(QueryPair(name: name, value: value.map(text)))
    }
    return pairs
  }

  /// The names and values that a query would have, not escaped; null is empty.
  package func pairs(
    of parameters: ParameterValue
  ) throws(SessionError) -> [(name: String, bytes: [UInt8])] {
    try checkDepth(of: parameters)
    var pairs: [(name: String, bytes: [UInt8])] = []
    write(parameters, key: nil) { name, value in
      switch value {
      case nil: pairs.append((name, []))
      case .data(let bytes)?: pairs.append((name, bytes))
      case let value?: pairs.append((name, Array(text(value).utf8)))
      }
    }
    return pairs
  }

  private func checkDepth(of parameters: ParameterValue) throws(SessionError) {
    guard parameters.isDeeper(than: 512) else { return }
    throw SessionError(
      domain: .requestSerialization,
      code: .cannotDecodeContentData,
      message: "the parameters are nested more than 512 deep"
    )
  }

  /// Writes a name or a value with everything percent-encoded but letters, digits and `-._~?/`.
  public static func escape(_ text: String) -> String {
    var output = QueryOutput(encodesSpacesAsPlus: false)
    output.appendEscaped(text)
    return output.text
  }

  /// Takes a name and its value, neither of them escaped.
  private typealias Output = (String, ParameterValue?) -> Void

  private func write(_ value: ParameterValue, key: String?, to output: Output) {
    switch value {
    case .null:
      writeNull(key: key ?? "", to: output)
    case .bool, .number, .string, .data, .date:
      output(key ?? "", value)
    case .array(let elements):
      writeArray(elements, key: key ?? "", to: output)
    case .set(let elements):
      for element in elements.sorted(by: { text($0).precedesInFoundationOrder(text($1)) }) {
        write(element, key: key, to: output)
      }
    case .object(let members) where sortsMembers:
      let ordered = members.sorted { $0.name.precedesInFoundationOrder($1.name) }
      write(.pairs(ordered), key: key, to: output)
    case .object(let members), .pairs(let members):
      for member in members {
        write(member.value, key: name(of: member.name, in: key), to: output)
      }
    }
  }

  private func writeNull(key: String, to output: Output) {
    switch nulls {
    case .bareKey: output(key, nil)
    case .dropped: break
    case .emptyValue: output(key, "")
    case .literal: output(key, "null")
    }
  }

  private func writeArray(
    _ elements: [ParameterValue],
    key: String,
    to output: Output
  ) {
    switch arrays {
    case .brackets:
      for element in elements { write(element, key: key + "[]", to: output) }
    case .repeated:
      for element in elements { write(element, key: key, to: output) }
    case .indexed:
      for (index, element) in elements.enumerated() {
        write(element, key: "\(key)[\(index)]", to: output)
      }
    case .comma:
      if elements.isEmpty { return }
      output(key, .string(elements.map(text).joined(separator: ",")))
    case .custom(let name):
      for (index, element) in elements.enumerated() {
        write(element, key: name(key, index), to: output)
      }
    }
  }

  private func name(of member: String, in parent: String?) -> String {
    let member = keys.apply(to: member)
    guard let parent else { return member }
    return switch keyPaths {
    case .brackets: "\(parent)[\(member)]"
    case .dots: "\(parent).\(member)"
    }
  }

  private func text(_ value: ParameterValue) -> String {
    switch value {
    case .null: "null"
    case .bool(let value):
      switch booleans {
      case .numeric: value ? "1" : "0"
      case .literal: value ? "true" : "false"
      }
    case .number(let value): value.description
    case .string(let value): value
    case .data(let bytes):
      switch data {
      case .base64: Base64.encode(bytes)
      case .text: String(decoding: bytes, as: UTF8.self)
      }
    case .date(let seconds): dates.spell(seconds)
    case .array, .set, .object, .pairs: value.json?.description ?? ""
    }
  }
}

/// One name of a query with its value, neither of them escaped (`AFQueryStringPair`).
public struct QueryPair: Sendable, Hashable {
  /// The name, brackets of nested members included.
  public var name: String
  /// The value; `nil` for a bare name.
  public var value: String?

  /// Creates a pair.
  public init(name: String, value: String?) {
    self.name = name
    self.value = value
  }

  /// Name and value as a query has them: `b%5Bx%5D=1`.
  public var percentEncoded: String {
    let name = QueryEncoder.escape(name)
    return value.map { "\(name)=\(QueryEncoder.escape($0))" } ?? name
  }
}
