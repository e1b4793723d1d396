import Glibc

extension HTTPHeaders {
  /// `Accept-Language` and `User-Agent` of this process.
  public static let sessionDefaults: HTTPHeaders = [
    "Accept-Language": acceptLanguage(preferredLanguages(in: environment(_:))),
    "User-Agent": userAgent(
      product: CommandLine.arguments.first?.split(separator: "/").last.map(String.init) ?? "swift",
      version: "1.0",
      system: kernel
    ),
  ]

  private static func environment(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    return unsafe String(cString: value)
  }

  private static var kernel: String {
    var names = utsname()
    guard unsafe uname(&names) == 0 else { return "Linux" }
    return unsafe withUnsafeBytes(of: names.release) { bytes in
      let release = unsafe bytes.prefix { $0 != 0 }
      return unsafe "Linux " + String(decoding: release, as: UTF8.self)
    }
  }
}
