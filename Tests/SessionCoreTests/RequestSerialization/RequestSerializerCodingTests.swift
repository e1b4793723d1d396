import Documents
import Foundation
import SessionCore
import Testing

@Suite(.timeLimit(.minutes(5))) struct RequestSerializerCodingTests {
  private func copy<Value: Codable>(_ value: Value) throws -> Value {
    try JSONDecoder().decode(Value.self, from: JSONEncoder().encode(value))
  }

  private let parameters: ParameterValue = [
    "aB": [1, 2], "c": ["d": true], "e": .null, "f": "x y", "g": .date(0), "h": .data([1, 2]),
  ]

  private var settings: RequestSerializerSettings {
    var settings = RequestSerializerSettings(headers: ["X-A": "1", "x-b": "2", "X-A": "3"])
    settings.methodsEncodingParametersInURI = ["GET", "POST"]
    settings.attributes.allowsCellularAccess = true
    settings.attributes.cachePolicy = .returnCacheDataElseLoad
    settings.attributes.handlesCookies = false
    settings.attributes.usesPipelining = true
    settings.attributes.networkServiceType = .voice
    settings.attributes.timeoutInterval = .milliseconds(1500)
    settings.setAuthorization(user: "u", password: "p")
    settings.queryEncoder.arrays = .indexed
    settings.queryEncoder.keys = .snakeCase
    return settings
  }

  /// The two serializers make the same of the same parameters, in the URL and in a body.
  private func expectSame(_ serializer: some RequestSerializer & Codable) throws {
    let coded = try copy(serializer)
    #expect(coded.settings.headers == serializer.settings.headers)
    #expect(coded.settings.attributes == serializer.settings.attributes)
    #expect(
      coded.settings.methodsEncodingParametersInURI
        == serializer.settings.methodsEncodingParametersInURI
    )
    var parameters = parameters
    if serializer is PropertyListRequestSerializer { parameters = ["b": [1, 2], "a": "c"] }
    if serializer is JSONRequestSerializer { parameters = ["b": [1, 2], "a": "c/d"] }
    for method in ["GET", "POST", "PUT"] {
      let url = try URI("http://h/p")
      let expected = try serializer.request(method, url, parameters: parameters)
      let request = try coded.request(method, url, parameters: parameters)
      #expect(request.url.text == expected.url.text)
      #expect(request.headers == expected.headers)
      #expect(request.attributes == expected.attributes)
      guard case .bytes(let body) = request.body, case .bytes(let known) = expected.body else {
        #expect(method != "PUT")
        continue
      }
      #expect(body == known && !known.isEmpty)
    }
  }

  @Test
  func `row 63: request serializers survive coding with all they hold`() throws {
    try expectSame(HTTPRequestSerializer(settings: settings))
    try expectSame(JSONRequestSerializer(settings: settings, writingOptions: .prettyPrinted))
    for format in [PropertyListFormat.xml, .binary] {
      try expectSame(PropertyListRequestSerializer(settings: settings, format: format))
    }
  }

  @Test
  func `row 63: headers survive coding in order, with case and repeats`() throws {
    let headers: HTTPHeaders = ["B": "1", "a": "2", "B": "", "A": "é"]
    #expect(try copy(headers) == headers)
    #expect(try copy(headers).fields.map(\.name) == ["B", "a", "B", "A"])
  }

  private static let choices: [@Sendable (inout QueryEncoder) -> Void] = [
    { $0.arrays = .repeated }, { $0.arrays = .indexed }, { $0.arrays = .comma },
    { $0.keyPaths = .dots }, { $0.booleans = .literal }, { $0.nulls = .dropped },
    { $0.nulls = .emptyValue }, { $0.nulls = .literal }, { $0.dates = .iso8601 },
    { $0.dates = .secondsSince1970 }, { $0.dates = .millisecondsSince1970 }, { $0.data = .text },
    { $0.keys = .snakeCase }, { $0.keys = .kebabCase }, { $0.keys = .capitalized },
    { $0.keys = .upperCase }, { $0.keys = .lowerCase }, { $0.spaces = .plus },
    { $0.sortsMembers = false },
  ]

  @Test(arguments: choices.indices)
  func `row 63: each choice of a query's style survives coding`(index: Int) throws {
    let parameters: ParameterValue = [
      "zY": [1, 2], "c": ["d": true], "e": .null, "f": "x y", "g": .date(0.5), "h": .data([65]),
    ]
    var encoder = QueryEncoder()
    Self.choices[index](&encoder)
    let expected = try encoder.encode(parameters)
    #expect(try expected != QueryEncoder().encode(parameters), "the choice must show")
    #expect(try copy(encoder).encode(parameters) == expected)
  }

  @Test
  func `row 63: closures are left out of an archive`() throws {
    var settings = settings
    settings.querySerialization = { _, _ in "own" }
    settings.queryEncoder.arrays = .custom { key, index in "\(key)-\(index)" }
    settings.queryEncoder.dates = .custom { _ in "now" }
    settings.queryEncoder.keys = .custom { "_" + $0 }
    let coded = try copy(settings)
    #expect(coded.querySerialization == nil)
    let query = try coded.queryEncoder.encode(parameters)
    #expect(try query == QueryEncoder().encode(parameters))
  }
}
