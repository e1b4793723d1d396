import COpenSSL
import Encodings
import Glibc

/// What a certificate says, as values.
///
/// ```swift
/// let facts = try CertificateFacts(der: chain[0])
/// facts.dnsNames                            // ["example.com", "*.example.com"]
/// Base64.encode(facts.publicKeyDigest)      // the pin of HPKP and curl
/// ```
public struct CertificateFacts: Sendable, Hashable {
  /// The whole certificate.
  public let der: [UInt8]
  /// The subject by RFC 2253: `CN=example.com,O=Example`.
  public let subject: String
  /// The issuer by RFC 2253.
  public let issuer: String
  /// The subject's last common name.
  public let commonName: String?
  /// The DNS names of the subject's alternative names, as they are written.
  public let dnsNames: [String]
  /// The addresses of the subject's alternative names: `192.0.2.1`, `2001:db8::1`.
  public let ipAddresses: [String]
  /// The serial number in lowercase hexadecimal digits.
  public let serialNumber: String
  /// When it becomes valid, in seconds since 1970.
  public let notBefore: Int
  /// When it stops being valid, in seconds since 1970.
  public let notAfter: Int
  /// The public key with its algorithm (SubjectPublicKeyInfo) as DER.
  public let publicKeyInfo: [UInt8]
  /// The SHA-256 of `publicKeyInfo`.
  public let publicKeyDigest: [UInt8]
  /// Whether it names itself as its issuer and its own key signed it.
  public let isSelfSigned: Bool
  /// Whether it may sign other certificates.
  public let isAuthority: Bool

  /// Reads a certificate.
  ///
  /// - Parameter der: one certificate and nothing else.
  /// - Throws: when the bytes are none.
  public init(der: [UInt8]) throws(CryptographyError) {
    let certificate = try Certificate(der: der)
    let pointer = unsafe certificate.pointer
    self.der = der
    subject = try unsafe Self.text(of: X509_get_subject_name(pointer))
    issuer = try unsafe Self.text(of: X509_get_issuer_name(pointer))
    commonName = unsafe Self.commonName(of: X509_get_subject_name(pointer))
    (dnsNames, ipAddresses) = unsafe Self.alternativeNames(of: pointer)
    serialNumber = unsafe Self.hex(of: X509_get0_serialNumber(pointer))
    notBefore = try unsafe Self.seconds(of: X509_get0_notBefore(pointer))
    notAfter = try unsafe Self.seconds(of: X509_get0_notAfter(pointer))
    publicKeyInfo = try unsafe Certificate.encode("the public key cannot be written") {
      unsafe i2d_X509_PUBKEY(X509_get_X509_PUBKEY(pointer), $0)
    }
    publicKeyDigest = try DigestAlgorithm.sha256.digest(of: publicKeyInfo)
    isSelfSigned = unsafe X509_self_signed(pointer, 1) == 1
    isAuthority = unsafe X509_check_ca(pointer) > 0
    // The questions above may leave notes in this thread's queue that would mislead the next
    // reader.
    ERR_clear_error()
    extendLifetime(certificate)
  }
}

extension CertificateFacts {
  private static func text(of name: OpaquePointer?) throws(CryptographyError) -> String {
    guard let output = unsafe BIO_new(BIO_s_mem()) else {
      throw .fromLibrary(.libraryFailure, "no memory for a name")
    }
    defer { unsafe BIO_free(output) }
    guard unsafe curlew_x509_name_print(output, name) >= 0 else {
      throw .fromLibrary(.malformedInput, "a name of the certificate cannot be read")
    }
    var data: UnsafePointer<UInt8>?
    let length = unsafe curlew_bio_data(output, &data)
    guard let data = unsafe data, length > 0 else { return "" }
    return unsafe String(decoding: UnsafeBufferPointer(start: data, count: length), as: UTF8.self)
  }

  private static func commonName(of name: OpaquePointer?) -> String? {
    var last: Int32 = -1
    while case let next = unsafe X509_NAME_get_index_by_NID(name, NID_commonName, last), next >= 0 {
      last = next
    }
    guard last >= 0, let entry = unsafe X509_NAME_get_entry(name, last) else { return nil }
    var text: UnsafeMutablePointer<UInt8>?
    let length = unsafe ASN1_STRING_to_UTF8(&text, X509_NAME_ENTRY_get_data(entry))
    guard length >= 0, let text = unsafe text else { return nil }
    defer { unsafe curlew_openssl_free(text) }
    return unsafe String(
      decoding: UnsafeBufferPointer(start: text, count: Int(length)),
      as: UTF8.self
    )
  }

  private static func alternativeNames(
    of certificate: OpaquePointer
  ) -> (dnsNames: [String], ipAddresses: [String]) {
    guard let names = unsafe curlew_x509_alternative_names(certificate) else { return ([], []) }
    defer { unsafe GENERAL_NAMES_free(names) }
    var dnsNames: [String] = []
    var ipAddresses: [String] = []
    for index in 0..<max(0, unsafe curlew_general_name_count(names)) {
      var kind: Int32 = -1
      guard let name = unsafe curlew_general_name_value(names, index),
        let value = unsafe curlew_general_name_string(name, &kind)
      else { continue }
      let bytes = unsafe bytes(of: value)
      switch kind {
      case GEN_DNS: dnsNames.append(String(decoding: bytes, as: UTF8.self))
      case GEN_IPADD: ipAddresses.append(address(bytes))
      default: break
      }
    }
    return (dnsNames, ipAddresses)
  }

  private static func bytes(of string: UnsafePointer<ASN1_STRING>) -> [UInt8] {
    let length = Int(max(0, unsafe ASN1_STRING_length(string)))
    guard let data = unsafe ASN1_STRING_get0_data(string) else { return [] }
    return unsafe Array(UnsafeBufferPointer(start: data, count: length))
  }

  private static func hex(of number: UnsafePointer<ASN1_INTEGER>?) -> String {
    guard let number = unsafe number else { return "" }
    return unsafe Hex.encode(bytes(of: number))
  }

  /// The text of 4 or 16 bytes, by the system so that it is spelled as elsewhere; else hexadecimal.
  private static func address(_ bytes: [UInt8]) -> String {
    guard bytes.count == 4 || bytes.count == 16 else { return Hex.encode(bytes) }
    var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    let family = bytes.count == 4 ? AF_INET : AF_INET6
    guard unsafe inet_ntop(family, bytes, &text, socklen_t(text.count)) != nil else {
      return Hex.encode(bytes)
    }
    return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  private static func seconds(
    of time: UnsafePointer<ASN1_TIME>?
  ) throws(CryptographyError) -> Int {
    var parts = unsafe tm()
    guard unsafe ASN1_TIME_to_tm(time, &parts) == 1 else {
      throw .fromLibrary(.malformedInput, "a date of the certificate cannot be read")
    }
    return unsafe timegm(&parts)
  }
}
