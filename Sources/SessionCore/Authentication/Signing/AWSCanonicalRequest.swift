import Encodings

/// A request in the form that Amazon's Signature Version 4 hashes.
///
/// The rules are those of "Create a signed AWS API request" in the IAM User Guide.
struct AWSCanonicalRequest {
  /// The method.
  var method: String
  /// The path as it stands in the request line.
  var path: String
  /// The query as it stands in the request line; `nil` and `""` are the same.
  var query: String?
  /// The fields that are sent, `Host` among them.
  var headers: HTTPHeaders
  /// The hash of the body in hexadecimal, or a word that stands for one.
  var payloadHash: String
  /// Whether the path is the name of an object of S3.
  var isForS3: Bool

  /// The whole text.
  var text: String {
    let fields = signedFields
    return [
      method, canonicalPath, Self.canonicalQuery(query),
      fields.map { "\($0.name):\($0.value)\n" }.joined(),
      fields.map(\.name).joined(separator: ";"), payloadHash,
    ].joined(separator: "\n")
  }

  /// The names of the fields in the signature.
  var signedHeaders: String { signedFields.map(\.name).joined(separator: ";") }

  /// S3 takes the object's name, encoded once; all others the path as it is sent, encoded again.
  private var canonicalPath: String {
    let path = path.isEmpty ? "/" : path
    let plain = isForS3 ? PercentEncoding.decodeLeniently(path) : Array(path.utf8)
    return Self.encode(plain, keepingSlashes: true)
  }

  /// The path as it is sent: each segment encoded in the one way that services expect.
  ///
  /// - Parameters:
  ///   - path: of the URL.
  ///   - isForS3: whether it is the name of an object, in which an encoded slash is a slash.
  /// - Returns: an empty path for an empty one.
  static func wirePath(_ path: String, isForS3: Bool) -> String {
    if isForS3 {
      return encode(PercentEncoding.decodeLeniently(path), keepingSlashes: true)
    }
    return path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      .map { encode(PercentEncoding.decodeLeniently(Substring($0)), keepingSlashes: false) }
      .joined(separator: "/")
  }

  /// The query with each name and value encoded in one way, and sorted; empty without one.
  static func canonicalQuery(_ query: String?) -> String {
    let pairs = (query ?? "").utf8.split(separator: UInt8(ascii: "&")).map { pair in
      let parts = pair.split(
        separator: UInt8(ascii: "="),
        maxSplits: 1,
        omittingEmptySubsequences: false
      ).map { part in
        let plain = PercentEncoding.decodeLeniently(Substring(part), plusIsSpace: true)
        return encode(plain, keepingSlashes: false)
      }
      return (name: parts[0], value: parts.count > 1 ? parts[1] : "")
    }
    return pairs.sorted { ($0.name, $0.value) < ($1.name, $1.value) }
      .map { "\($0.name)=\($0.value)" }.joined(separator: "&")
  }

  /// Names in lower case and in order, the values of repeated ones in one.
  private var signedFields: [(name: String, value: String)] {
    var values: [String: [String]] = [:]
    for field in headers {
      let name = field.name.lowercased()
      if !Self.unsignedNames.contains(name) {
        values[name, default: []].append(Self.withoutExtraBlanks(field.value))
      }
    }
    return values.sorted { $0.key < $1.key }
      .map { (name: $0.key, value: $0.value.joined(separator: ",")) }
  }

  /// Fields that the transport or a proxy adds, changes or drops, or that come after the signature.
  private static let unsignedNames: Set<String> = [
    "accept-encoding", "authorization", "connection", "content-length", "cookie", "expect",
    "if-modified-since", "if-none-match", "keep-alive", "max-forwards", "proxy-authorization",
    "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade", "user-agent", "via",
    "x-amzn-trace-id", "x-forwarded-for",
  ]

  private static func withoutExtraBlanks(_ value: String) -> String {
    value.utf8.split { $0 == 0x20 || $0 == 0x09 }.map { String(Substring($0)) }
      .joined(separator: " ")
  }

  private static func encode(_ bytes: [UInt8], keepingSlashes: Bool) -> String {
    let kept = keepingSlashes ? UInt8(ascii: "/") : nil
    return String(decoding: PercentEncoding.encode(bytes, keeping: kept), as: UTF8.self)
  }
}
