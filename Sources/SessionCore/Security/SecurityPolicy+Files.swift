import Cryptography
import Files

extension SecurityPolicy {
  /// The certificates of a directory, as AFNetworking's `certificatesInBundle:` takes them.
  ///
  /// ```swift
  /// let pins = try SecurityPolicy.certificates(inDirectory: "/etc/my-program/pins")
  /// configuration.securityPolicy = SecurityPolicy(pinning: .certificate, to: pins)
  /// ```
  ///
  /// - Parameter directory: whose files with names that end in `.cer` are read, in DER; what is no
  ///   certificate is left out, and directories in it are not looked into.
  /// - Returns: the certificates, each once.
  /// - Throws: ``SessionError`` (-3001) when the directory or a file cannot be read.
  public static func certificates(
    inDirectory directory: String
  ) throws(SessionError) -> Set<[UInt8]> {
    var certificates: Set<[UInt8]> = []
    for name in try names(in: directory) where name.hasSuffix(".cer") {
      guard let bytes = try contents("\(directory)/\(name)") else { continue }
      if (try? CertificateFacts(der: bytes)) != nil { certificates.insert(bytes) }
    }
    return certificates
  }

  /// More than this is no certificate.
  private static let largestFile = 1 << 20

  private static func names(in directory: String) throws(SessionError) -> [String] {
    var names: [String] = []
    do throws(FileError) {
      try FileSystem.forEachEntry(in: directory) { name, _ in names.append(name) }
    } catch {
      throw unreadable(directory, error)
    }
    return names
  }

  /// The bytes of a regular file; `nil` for anything else.
  private static func contents(_ path: String) throws(SessionError) -> [UInt8]? {
    do throws(FileError) {
      return try FileSystem.read(path, limit: largestFile)
    } catch {
      guard case .system = error.reason else { return nil }
      throw unreadable(path, error)
    }
  }

  private static func unreadable(_ path: String, _ error: FileError) -> SessionError {
    SessionError(code: .cannotOpenFile, message: "\(path) cannot be read: \(error.reasonText)")
  }
}
