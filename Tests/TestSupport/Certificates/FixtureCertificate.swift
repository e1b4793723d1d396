import Cryptography
import Encodings

/// A certificate in both of its usual forms.
public struct FixtureCertificate: Sendable, Hashable {
  /// The DER bytes.
  public var der: [UInt8]

  /// A certificate of DER bytes.
  ///
  /// - Parameter der: The bytes, not checked.
  public init(der: [UInt8]) {
    self.der = der
  }

  /// The first certificate of a PEM text.
  ///
  /// - Parameter pem: The text.
  /// - Throws: `FixtureError` when there is none.
  public init(pem: String) throws(FixtureError) {
    let lines = pem.split(whereSeparator: \.isNewline)
    guard let start = lines.firstIndex(of: "-----BEGIN CERTIFICATE-----"),
      let end = lines[start...].firstIndex(of: "-----END CERTIFICATE-----"),
      let der = Base64.decode(lines[(start + 1)..<end].joined())
    else { throw FixtureError("no certificate in the PEM text") }
    self.der = der
  }

  /// The PEM text, with a line end after it.
  public var pem: String {
    var text = "-----BEGIN CERTIFICATE-----\n"
    var rest = Base64.encode(der)[...]
    while !rest.isEmpty {
      text += rest.prefix(64) + "\n"
      rest = rest.dropFirst(64)
    }
    return text + "-----END CERTIFICATE-----\n"
  }
}
