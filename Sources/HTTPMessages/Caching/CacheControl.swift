import Encodings

/// The directives of a message's `Cache-Control` fields (RFC 9111 section 5.2).
///
/// Names compare without case; of a directive that stands there twice the first one counts.
package struct CacheControl: Sendable, Hashable {
  private var arguments: [String: String] = [:]

  /// Reads the fields of a message; without any, `Pragma: no-cache` stands for `no-cache`.
  package init(_ headers: HTTPHeaders) {
    for value in headers.values("Cache-Control") { read(value) }
    // What HTTP/1.0 had instead (section 5.4).
    if arguments.isEmpty, headers.values("Pragma").contains(where: { Self.namesNoCache($0) }) {
      arguments["no-cache"] = ""
    }
  }

  /// Whether a directive is there, with an argument or without.
  package func contains(_ name: String) -> Bool { arguments[name] != nil }

  /// A directive's argument, empty without one; `nil` when there is no such directive.
  func argument(_ name: String) -> String? { arguments[name] }

  /// A directive's number of seconds, `nil` when there is no such directive.
  ///
  /// What is no number counts as 0, which makes nothing fresh; what is too large as 2³¹ (section
  /// 1.2.2).
  func seconds(_ name: String) -> Double? { argument(name).map(Self.seconds) }

  static func seconds(_ text: String) -> Double {
    guard !text.isEmpty, text.utf8.allSatisfy(\.isASCIIDigit) else { return 0 }
    let limit = 2_147_483_648.0
    return min(limit, Double(text) ?? limit)
  }

  private static func namesNoCache(_ pragma: String) -> Bool {
    pragma.split(separator: ",").contains { $0.trimmingBlanks.lowercased() == "no-cache" }
  }

  /// Reads `name`, `name=token` and `name="quoted, text"`, separated by commas.
  private mutating func read(_ value: String) {
    var part: [UInt8] = []
    var isQuoted = false
    var isEscaped = false
    for byte in value.utf8 {
      if isEscaped {
        isEscaped = false
        part.append(byte)
      } else if isQuoted, byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if byte == UInt8(ascii: "\"") {
        isQuoted.toggle()
      } else if byte == UInt8(ascii: ","), !isQuoted {
        add(part)
        part = []
      } else {
        part.append(byte)
      }
    }
    add(part)
  }

  private mutating func add(_ part: [UInt8]) {
    let text = String(decoding: part, as: UTF8.self)
    let sides = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard let name = sides.first?.trimmingBlanks.lowercased(), !name.isEmpty,
      arguments[name] == nil
    else { return }
    arguments[name] = sides.count > 1 ? String(sides[1].trimmingBlanks) : ""
  }
}
