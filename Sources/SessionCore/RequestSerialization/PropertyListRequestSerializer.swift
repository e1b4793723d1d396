public import Documents

/// Puts parameters into a property list; methods without a body get them as a query.
///
/// An archive of it (`Codable`) keeps everything but closures, as ``RequestSerializerSettings`` says.
public struct PropertyListRequestSerializer: RequestSerializer, Codable {
  /// Headers, query encoding and attributes.
  public var settings: RequestSerializerSettings
  /// How the list is written; the old text format is only read, and gives an error.
  public var format: PropertyListFormat

  /// Creates a serializer.
  public init(settings: RequestSerializerSettings = .init(), format: PropertyListFormat = .xml) {
    self.settings = settings
    self.format = format
  }

  /// Encodes parameters; without any there is neither a body nor a content type.
  public func serialize(
    _ parameters: ParameterValue?,
    into request: SessionRequest
  ) throws(SessionError) -> SessionRequest {
    if settings.encodesParametersInURI(request.method) {
      return try HTTPRequestSerializer(settings: settings).serialize(parameters, into: request)
    }
    var request = request
    settings.applyHeaders(to: &request)
    guard let parameters else { return request }
    do throws(PropertyListError) {
      request.body = .bytes(try encode(parameters.propertyList(depth: 0)))
    } catch {
      throw SessionError(
        domain: .cocoa,
        code: .init(rawValue: 3851),
        message: "the parameters are no property list: \(error.message)",
        failingURL: request.url.displayText,
        underlyingErrors: [error]
      )
    }
    request.headers.setIfAbsent("Content-Type", "application/x-plist")
    return request
  }

  private func encode(_ value: PropertyListValue) throws(PropertyListError) -> [UInt8] {
    switch format {
    case .xml: try value.xml()
    case .binary: try value.binary()
    case .openStep:
      throw PropertyListError(
        code: .notRepresentable,
        message: "the OpenStep format cannot be written"
      )
    }
  }
}

extension ParameterValue {
  /// The same as a property list, which has no null and no sets.
  fileprivate func propertyList(depth: Int) throws(PropertyListError) -> PropertyListValue {
    guard depth < 512 else {
      throw PropertyListError(code: .limit, message: "nested more than 512 deep")
    }
    switch self {
    case .null, .set:
      throw PropertyListError(
        code: .notRepresentable,
        message: "a property list cannot hold null or a set"
      )
    case .bool(let value): return .boolean(value)
    case .number(let value): return try PropertyListValue(.number(value))
    case .string(let value): return .string(value)
    case .data(let bytes): return .data(bytes)
    case .date(let seconds):
      guard let date = PropertyListDate(secondsSince2001: seconds - 978_307_200) else {
        throw PropertyListError(code: .notRepresentable, message: "the date is out of range")
      }
      return .date(date)
    case .array(let elements):
      var values: [PropertyListValue] = []
      for element in elements { values.append(try element.propertyList(depth: depth + 1)) }
      return .array(values)
    case .object(let members), .pairs(let members):
      var values: [String: PropertyListValue] = [:]
      for member in members {
        values[member.name] = try member.value.propertyList(depth: depth + 1)
      }
      return .dictionary(values)
    }
  }
}
