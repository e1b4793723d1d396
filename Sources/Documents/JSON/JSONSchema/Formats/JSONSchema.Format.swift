import Encodings

extension JSONSchema {
  /// A format of texts that JSON Schema names (validation, section 7.3).
  ///
  /// ```swift
  /// JSONSchema.Format(rawValue: "uuid")?.matches("2eb8aa08-aa98-11ea-b4aa-73b441d16380")  // true
  /// ```
  public enum Format: String, Sendable, Hashable, CaseIterable {
    /// A date and a time with its zone (RFC 3339).
    case dateTime = "date-time"
    /// A calendar day as `2024-02-29`.
    case date
    /// A time of day with its zone.
    case time
    /// A duration as `P3DT4H` (RFC 3339, appendix A).
    case duration
    /// A mailbox (RFC 5321).
    case email
    /// A mailbox of any script (RFC 6531).
    case idnEmail = "idn-email"
    /// A host name (RFC 1123).
    case hostname
    /// A host name of any script (RFC 5890).
    case idnHostname = "idn-hostname"
    /// An IPv4 address in dotted decimals.
    case ipv4
    /// An IPv6 address (RFC 4291).
    case ipv6
    /// An absolute URI (RFC 3986).
    case uri
    /// A URI or a relative reference.
    case uriReference = "uri-reference"
    /// An absolute IRI (RFC 3987).
    case iri
    /// An IRI or a relative reference.
    case iriReference = "iri-reference"
    /// A UUID in its usual spelling (RFC 4122).
    case uuid
    /// A URI template (RFC 6570).
    case uriTemplate = "uri-template"
    /// A JSON Pointer (RFC 6901).
    case jsonPointer = "json-pointer"
    /// A relative JSON Pointer.
    case relativeJSONPointer = "relative-json-pointer"
    /// A regular expression of ECMA-262.
    case regex

    /// Whether a whole text has the format.
    ///
    /// - Parameter text: The text.
    /// - Returns: Whether the format's standard allows it.
    public func matches(_ text: String) -> Bool {
      switch self {
      case .dateTime: RFC3339.isDateTime(text)
      case .date: RFC3339.isDate(text)
      case .time: RFC3339.isTime(text)
      case .duration: RFC3339.isDuration(text)
      case .email: HostFormats.isEmail(text, isInternational: false)
      case .idnEmail: HostFormats.isEmail(text, isInternational: true)
      case .hostname: HostFormats.isHostname(text)
      case .idnHostname: InternationalHost.isHostname(text)
      case .ipv4: IPAddress.isIPv4(text)
      case .ipv6: IPAddress.isIPv6(text)
      case .uri: URIFormats.isURI(text, isInternational: false, allowsRelative: false)
      case .uriReference: URIFormats.isURI(text, isInternational: false, allowsRelative: true)
      case .iri: URIFormats.isURI(text, isInternational: true, allowsRelative: false)
      case .iriReference: URIFormats.isURI(text, isInternational: true, allowsRelative: true)
      case .uuid: Self.isUUID(text)
      case .uriTemplate: URIFormats.isTemplate(text)
      case .jsonPointer: JSONPointer.tokens(of: text) != nil
      case .relativeJSONPointer: Self.isRelativePointer(text)
      case .regex: Self.isPattern(text)
      }
    }

    private static func isUUID(_ text: String) -> Bool {
      guard text.utf8.count == 36 else { return false }
      let groups = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
      return groups.map(\.count) == [8, 4, 4, 4, 12]
        && groups.allSatisfy { $0.allSatisfy(\.isHexadecimalDigit) }
    }

    private static func isRelativePointer(_ text: String) -> Bool {
      let digits = text.utf8.prefix { $0 &- UInt8(ascii: "0") < 10 }
      guard !digits.isEmpty, digits.count == 1 || digits.first != UInt8(ascii: "0") else {
        return false
      }
      let rest = text.dropFirst(digits.count)
      return rest == "#" || JSONPointer.tokens(of: String(rest)) != nil
    }

    private static func isPattern(_ text: String) -> Bool {
      do throws(TextPatternError) {
        _ = try TextPattern(text, dialect: .ecma)
        return true
      } catch {
        return error.isUnsupported
      }
    }
  }
}
