import Cryptography
import Glibc

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
    guard let stream = unsafe opendir(directory) else { throw unreadable(directory) }
    defer { unsafe closedir(stream) }
    var names: [String] = []
    while let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      names.append(name)
    }
    return names
  }

  /// The bytes of a regular file; `nil` for anything else.
  private static func contents(_ path: String) throws(SessionError) -> [UInt8]? {
    // A pipe of that name must not hold us up.
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw unreadable(path) }
    defer { close(descriptor) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_size <= largestFile
    else { return nil }
    var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
    var filled = 0
    while filled < bytes.count {
      let count = unsafe bytes.withUnsafeMutableBytes { buffer in
        let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
        return unsafe read(descriptor, rest.baseAddress, rest.count)
      }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw unreadable(path) }
      if count == 0 { break }
      filled += count
    }
    return Array(bytes[..<filled])
  }

  private static func unreadable(_ path: String) -> SessionError {
    let reason = unsafe String(cString: strerror(errno))
    return SessionError(
      code: .cannotOpenFile,
      message: "\(path) cannot be read: \(reason.lowercased())"
    )
  }
}
