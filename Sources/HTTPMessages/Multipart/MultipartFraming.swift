import Encodings

/// What stands between and before the parts of a form (RFC 7578), byte for byte as AFNetworking writes it.
package struct MultipartFraming: Sendable {
  /// The media type of a form.
  package static let formType = "multipart/form-data"

  /// The media type of the whole, without the boundary.
  package let type: String
  /// What separates the parts; must not occur in any of them.
  package let boundary: String

  package init(boundary: String, type: String = formType) {
    self.boundary = boundary
    self.type = type
  }

  /// A boundary that no part contains but by a chance of 2⁻⁶⁴: `Boundary+` and 16 digits.
  package static func randomBoundary() -> String {
    let number = UInt64.random(in: .min ... .max)
    return "Boundary+" + Hex.text(number, width: 16, isUppercase: true)
  }

  /// The value of the `Content-Type` header.
  package var contentType: String { "\(type); boundary=\(boundary)" }

  /// What stands before a part's head.
  package func delimiter(isFirst: Bool) -> [UInt8] {
    Array(((isFirst ? "--" : "\r\n--") + boundary + "\r\n").utf8)
  }

  /// What stands behind the last part.
  package var finalDelimiter: [UInt8] { Array("\r\n--\(boundary)--\r\n".utf8) }

  /// The head of a part, the empty line behind it included.
  ///
  /// - Parameters:
  ///   - name: of the form's field.
  ///   - fileName: of the file that the part stands for, `nil` for none.
  ///   - mimeType: the part's content type, `nil` for none.
  /// - Returns: the bytes; no text that is given can forge a header.
  package func head(name: String, fileName: String?, mimeType: String?) -> [UInt8] {
    let isForm = type.lowercased().hasPrefix(Self.formType)
    // Only a form has fields (RFC 7578, section 4.2).
    let disposition = isForm ? "form-data" : "attachment"
    var head = "Content-Disposition: \(disposition); name=\"\(Self.escape(name))\""
    if let fileName { head += "; filename=\"\(Self.escape(fileName))\"" }
    head += "\r\n"
    if let mimeType { head += "Content-Type: \(mimeType.filter { !$0.isNewline })\r\n" }
    head += "\r\n"
    return Array(head.utf8)
  }

  /// As the HTML standard has it for the names of `multipart/form-data`.
  private static func escape(_ name: String) -> String {
    var escaped = ""
    for scalar in name.unicodeScalars {
      switch scalar {
      case "\"": escaped += "%22"
      case "\r": escaped += "%0D"
      case "\n": escaped += "%0A"
      case _: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
