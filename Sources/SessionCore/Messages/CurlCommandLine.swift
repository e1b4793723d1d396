/// A request as a command that a shell can run.
///
/// ```swift
/// print(CurlCommandLine(request).text)
/// // curl -X POST -H 'Content-Type: text/plain' --data-raw 'it'\''s' --globoff 'http://example.com/'
/// ```
public struct CurlCommandLine: Sendable, Hashable {
  /// The longest body that is written out, in bytes.
  public static let bodyLimit = 16 << 10

  /// The words of the command, not quoted.
  public var words: [String]

  /// Writes a request as the words of a command.
  ///
  /// A body that is not one line of text goes through `printf`, and so does a form in parts unless files are among them; a stream, which can be
  /// read only once, is left out. In place of a body longer than ``bodyLimit`` stands the name of a file, `body.bin`. Options of the
  /// transport become options of curl where it has them; time limits are left out. A way of authentication is written out unless the request has an
  /// `Authorization` already.
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
    // curl adds fields of its own; the line removes those that are not to be sent.
    for name in request.omittedHeaders.subtracting(["host"]).sorted() {
      words += ["-H", "\(name):"]
    }
    words += request.curlCredentials
    switch request.body {
    case .none, .source: break
    case .bytes(let bytes):
      if bytes.isEmpty, request.method == "GET" { break }
      addOptionalContentType(request)
      add(bytes)
    case .file(let path):
      addOptionalContentType(request)
      words += ["--data-binary", "@\(path)"]
    case .multipart(let form):
      let isInMemory = form.parts.allSatisfy { if case .bytes = $0.content { true } else { false } }
      if isInMemory, let bytes = form.bytes(atMost: .max) {
        add(bytes)
      } else {
        // curl frames such a form itself, with a boundary of its own.
        removeField("content-type")
        let type = form.framing.type
        if type != MultipartFraming.formType { words += ["-H", "Content-Type: \(type)"] }
        for part in form.parts { addPart(part) }
      }
    }
    if let transport = request.transport { words += transport.curlWords }
    words.append("--globoff")
    words.append(request.url.requestText)
  }

  /// What the command reads from its standard input, `nil` for nothing.
  private(set) var input: [UInt8]?

  /// What a reader of the command has to know, `nil` for nothing.
  private(set) var remark: String?

  /// The command with every word quoted as a POSIX shell needs it, on one line.
  public var text: String {
    var command = words.map(Self.quote).joined(separator: " ")
    if let remark { command += "  # \(remark)" }
    guard let input else { return command }
    let octal = input.map { byte in
      let digits = String(byte, radix: 8)
      return "\\" + String(repeating: "0", count: 3 - digits.utf8.count) + digits
    }
    return "printf '\(octal.joined())' | \(command)"
  }

  /// The command with its words and its input changed, for example with secrets masked.
  ///
  /// Quoting may tear a secret apart, so it is masked in the words rather than in the text.
  ///
  /// - Parameters:
  ///   - word: gives the word to stand in place of one.
  ///   - input: gives the bytes to stand in place of the command's input.
  /// - Returns: the changed command.
  public func replacing(
    word: (String) -> String,
    input: ([UInt8]) -> [UInt8]
  ) -> CurlCommandLine {
    var changed = self
    changed.words = words.map(word)
    changed.input = self.input.map(input)
    return changed
  }

  private mutating func add(_ bytes: [UInt8]) {
    guard bytes.count <= Self.bodyLimit else {
      words += ["--data-binary", "@body.bin"]
      remark = "body.bin: \(bytes.count) bytes"
      return
    }
    if let text = String(validating: bytes, as: UTF8.self), Self.isPrintable(text) {
      words += ["--data-raw", text]
    } else {
      words += ["--data-binary", "@-"]
      input = bytes
    }
  }

  /// Whether a text can be pasted from a terminal as it is.
  private static func isPrintable(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { scalar in
      if scalar.isASCII { return scalar.value >= 0x20 && scalar.value != 0x7F }
      return switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .unassigned: false
      case _: true
      }
    }
  }

  /// curl would send a form's content type otherwise.
  private mutating func addOptionalContentType(_ request: SessionRequest) {
    if !request.headers.contains("Content-Type"), !request.omittedHeaders.contains("content-type") {
      words += ["-H", "Content-Type:"]
    }
  }

  private mutating func removeField(_ name: String) {
    for index in words.indices.reversed().dropFirst() where words[index] == "-H" {
      if words[index + 1].lowercased().hasPrefix(name + ":") {
        words.removeSubrange(index...index + 1)
      }
    }
  }

  private mutating func addPart(_ part: MultipartFormData.Part) {
    switch part.content {
    case .bytes(let bytes):
      let value = String(decoding: bytes, as: UTF8.self)
      if String(validating: bytes, as: UTF8.self) == nil {
        remark = "\(part.name): \(bytes.count) bytes that are no text"
      }
      if part.fileName == nil, part.mimeType == nil {
        words += ["--form-string", "\(part.name)=\(value)"]
      } else {
        words += ["-F", "\(part.name)=\(Self.quoteInForm(value))\(Self.facts(of: part))"]
      }
    case .file(let path, _):
      words += ["-F", "\(part.name)=@\(Self.quoteInForm(path))\(Self.facts(of: part))"]
    case .source:
      break
    }
  }

  /// The file name and the content type of a part as curl takes them.
  private static func facts(of part: MultipartFormData.Part) -> String {
    let name = part.fileName.map { ";filename=\(quoteInForm($0))" } ?? ""
    return name + (part.mimeType.map { ";type=\($0.filter { !$0.isNewline })" } ?? "")
  }

  private static func quoteInForm(_ text: String) -> String {
    "\"\(text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
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
