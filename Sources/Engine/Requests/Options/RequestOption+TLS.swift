import CurlTransport
import Documents
import Scenarios

extension RequestOption {
  static let tls = RequestOption(
    name: "tls",
    summary: "How the server's identity is checked and ours is shown.",
    shape: .map(
      [
        "ca": .file, "certificate": .file, "key": .file, "key-password": .text,
        "insecure": .boolean,
        "pin": .map(
          ["certificates": .oneOrMore(.file), "public-keys": .oneOrMore(.file)],
          required: []
        ),
        "min": .oneOf(versions.map(\.name)),
        "max": .oneOf(versions.map(\.name)),
      ],
      required: []
    ),
    example: "tls: { ca: certificates/root.pem }"
  ) { (value, settings, files) throws(Mistake) in
    guard let map = value.object else { throw .expected("a map", value) }
    var tls = settings.transport.tls
    for (key, value) in map {
      do throws(Mistake) {
        switch key {
        case "ca": tls.certificateAuthorities = .file(try path(value, files))
        case "certificate": tls.certificateFile = try path(value, files)
        case "key": tls.keyFile = try path(value, files)
        case "key-password": tls.keyPassword = try value.optionText()
        case "insecure": tls.insecure = try value.optionBool()
        case "min": tls.minimumVersion = try version(value)
        case "max": tls.maximumVersion = try version(value)
        case "pin": settings.pin = try PinnedFiles(value, files).policy
        case _: throw Mistake(message: "unknown key \"\(key)\"")
        }
      } catch {
        var mistake = error
        mistake.path = [.key(key)]
        throw mistake
      }
    }
    settings.transport.tls = tls
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

  private static func path(_ value: JSONValue, _ files: ScenarioFiles) throws(Mistake) -> String {
    let text = try value.optionText()
    do throws(ExpressionFailure) {
      return try files.path(of: text)
    } catch {
      throw Mistake(message: error.message, hint: error.hint)
    }
  }
}
