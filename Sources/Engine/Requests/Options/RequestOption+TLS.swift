import CurlTransport
import Diagnostics
import Documents
import Scenarios

extension RequestOption {
  static let tls = RequestOption(
    name: "tls",
    summary: "How the server's certificate is checked, and which one the client has.",
    shape: .map(
      [
        "ca": .file, "certificate": .file, "key": .file, "key-password": .text,
        "insecure": .boolean,
        "pin": .map(
          [
            "certificates": .oneOrMore(.file),
            "public-keys": .oneOrMore(.anyOf([.textBeginning(PinnedFiles.digestStart), .file])),
          ],
          required: []
        ),
        "min": .oneOf(versions.map(\.name)),
        "max": .oneOf(versions.map(\.name)),
      ],
      required: []
    ),
    example: "tls: { ca: certificates/root.pem }",
    hasPath: true
  ) { (value, settings, files) throws(Mistake) in
    guard let map = value.object else { throw .expected("a map", value) }
    try checkKeys(Set(map.map(\.key)))
    var tls = settings.transport.tls
    for (key, value) in map {
      try Mistake.at(key) { () throws(Mistake) in
        switch key {
        case "ca":
          let path = try value.optionText()
          tls.certificateAuthorities = try settings.tlsFiles.authorities(path, files)
        case "certificate": tls.certificateFile = try value.optionText()
        case "key": tls.keyFile = try value.optionText()
        case "key-password": tls.keyPassword = try value.optionText()
        case "insecure": tls.insecure = try value.optionBool()
        case "min": tls.minimumVersion = try version(value)
        case "max": tls.maximumVersion = try version(value)
        case "pin": settings.pin = try settings.tlsFiles.policy(value, files)
        case _: throw Mistake("unknown key \"\(key)\"")
        }
      }
    }
    try checkOrder(tls.minimumVersion, tls.maximumVersion)
    if let certificate = tls.certificateFile {
      let identity = try settings.tlsFiles.identity(
        certificate: certificate,
        key: tls.keyFile,
        password: tls.keyPassword,
        files
      )
      (tls.certificateFile, tls.keyFile) = identity
    }
    settings.transport.tls = tls
  } check: { (template) throws(Mistake) in
    guard case .map(let entries) = template.kind else { return }
    let keys = entries.map(\.key.constant)
    if !keys.contains(nil) { try checkKeys(Set(keys.compactMap(\.self))) }
    func bound(_ key: String) -> TransferOptions.TLS.Version? {
      let entry = entries.last { $0.key.constant == key }
      return entry?.value.constant.flatMap { try? version($0) }
    }
    try checkOrder(bound("min"), bound("max"))
    let pin = entries.last { $0.key.constant == "pin" }?.value
    guard let pin = pin?.constant else { return }
    _ = try Mistake.at("pin") { () throws(Mistake) in try PinnedFiles.paths(in: pin) }
  }

  /// Refuses what is of no use without another key.
  private static func checkKeys(_ keys: Set<String>) throws(Mistake) {
    guard !keys.contains("certificate") else { return }
    for key in ["key", "key-password"] where keys.contains(key) {
      throw Mistake(
        "\(key) is of no use without certificate",
        at: [.key(key)],
        hint: "give the client's certificate, as in tls: { certificate: me.pem, key: me.key }"
      )
    }
  }

  private static func checkOrder(
    _ oldest: TransferOptions.TLS.Version?,
    _ newest: TransferOptions.TLS.Version?
  ) throws(Mistake) {
    guard let oldest, let newest, oldest > newest else { return }
    func name(_ version: TransferOptions.TLS.Version) -> String {
      versions.first { $0.version == version }?.name ?? ""
    }
    throw Mistake(
      "min (\(name(oldest))) is newer than max (\(name(newest)))",
      at: [.key("min")]
    )
  }

  private static let versions: [(name: String, version: TransferOptions.TLS.Version)] = [
    ("1.0", .tls10), ("1.1", .tls11), ("1.2", .tls12), ("1.3", .tls13),
  ]

  private static func version(
    _ value: JSONValue
  ) throws(Mistake)
    -> TransferOptions.TLS.Version
  {
    let text = try value.optionText()
    guard let version = versions.first(where: { $0.name == text }) else {
      throw .expected("1.0, 1.1, 1.2 or 1.3", value)
    }
    return version.version
  }
}
