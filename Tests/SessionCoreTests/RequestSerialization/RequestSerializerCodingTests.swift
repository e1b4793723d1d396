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
