/// A request as a command that a shell can run.
///
/// ```swift
/// print(CurlCommandLine(request).text)
/// // curl -X POST -H 'Content-Type: text/plain' --data-binary 'it'\''s' 'http://example.com/'
/// ```
public struct CurlCommandLine: Sendable, Hashable {
  /// The words of the command, not quoted.
  public var words: [String]

  /// Writes a request as the words of a command.
  ///
  /// A body that is not text goes through `printf`, a form in parts as the file that it is sent
  /// as; a stream, which can be read only once, is left out.
  public init(_ request: SessionRequest) {
    words = ["curl"]
    switch request.method {
    case "GET" where request.body.length == 0: break
    case "HEAD": words.append("--head")
    case _: words += ["-X", request.method]
    }
    for field in request.headers {
      // curl takes "name:" for removal and "name;" for an empty value.
      words += ["-H", field.value.isEmpty ? "\(field.name);" : "\(field.name): \(field.value)"]
    }
    switch request.body {
    case .none, .source: break
    case .bytes(let bytes):
      if bytes.isEmpty, request.method == "GET" { break }
      addOptionalContentType(request)
      if bytes.contains(0) || String(validating: bytes, as: UTF8.self) == nil {
        words += ["--data-binary", "@-"]
        input = bytes
      } else {
        words += ["--data-raw", String(decoding: bytes, as: UTF8.self)]
      }
    case .file(let path):
      addOptionalContentType(request)
      words += ["--data-binary", "@\(path)"]
    case .multipart(let form):
      for part in form.parts { addPart(part) }
    }
    words.append("--globoff")
    words.append(request.url.requestText)
  }

  /// What the command reads from its standard input, `nil` for nothing.
  private(set) var input: [UInt8]?

  /// The command with every word quoted as a POSIX shell needs it.
  public var text: String {
    let command = words.map(Self.quote).joined(separator: " ")
    guard let input else { return command }
    let octal = input.map { byte in
      let digits = String(byte, radix: 8)
      return "\\" + String(repeating: "0", count: 3 - digits.utf8.count) + digits
    }
    return "printf '\(octal.joined())' | \(command)"
  }

  /// curl would send a form's content type otherwise.
  private mutating func addOptionalContentType(_ request: SessionRequest) {
    if !request.headers.contains("Content-Type") { words += ["-H", "Content-Type:"] }
  }

  private mutating func addPart(_ part: MultipartFormData.Part) {
    switch part.content {
    case .bytes(let bytes):
      let value = String(decoding: bytes, as: UTF8.self)
      words += ["--form-string", "\(part.name)=\(value)"]
    case .file(let path, _):
      words += ["-F", "\(part.name)=@\"\(path)\""]
    case .source:
      break
    }
  }

  /// Quotes a word for a POSIX shell, unless it needs none.
  static func quote(_ word: String) -> String {
    let isPlain =
      !word.isEmpty
      && word.utf8.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        case UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: "/"),
          UInt8(ascii: ":"), UInt8(ascii: "@"), UInt8(ascii: "="), UInt8(ascii: ","):
          true
        case _: false
        }
      }
    if isPlain { return word }
    return "'"
      + word.split(separator: "'", omittingEmptySubsequences: false)
      .joined(separator: "'\\''") + "'"
  }
}
