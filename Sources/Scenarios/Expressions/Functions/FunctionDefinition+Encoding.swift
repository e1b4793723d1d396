import Documents
import Encodings

extension FunctionDefinition {
  static let encoding = [
    FunctionDefinition(
      "base64",
      ["text"],
      "The UTF-8 of a text as Base64.",
      example: "base64('user:secret')  # \"dXNlcjpzZWNyZXQ=\""
    ) { arguments throws(FunctionFailure) in
      try arguments.bounded(Base64.encode(Array(arguments.text(0).utf8)))
    },
    FunctionDefinition(
      "base64_decode",
      ["text"],
      "The text that Base64 of either alphabet stands for.",
      example: "base64_decode('b2s=')  # \"ok\""
    ) { arguments throws(FunctionFailure) in
      let text = try arguments.text(0)
      let isURL = text.contains { $0 == "-" || $0 == "_" } || !text.count.isMultiple(of: 4)
      guard let bytes = Base64.decode(text, alphabet: isURL ? .url : .standard) else {
        throw FunctionFailure("not Base64", argument: 0)
      }
      return try utf8(bytes)
    },
    FunctionDefinition(
      "base64url",
      ["text"],
      "The UTF-8 of a text as Base64 of the alphabet for URLs, without =.",
      example: "base64url('??>')  # \"Pz8-\""
    ) { arguments throws(FunctionFailure) in
      try arguments.bounded(Base64.encode(Array(arguments.text(0).utf8), alphabet: .url))
    },
    FunctionDefinition(
      "url_encode",
      ["text"],
      "The text percent-encoded: all but letters, digits and - . _ ~ (RFC 3986, section 2.3).",
      example: "url_encode('a b&c')  # \"a%20b%26c\""
    ) { arguments throws(FunctionFailure) in
      try arguments.bounded(PercentEncoding.encode(arguments.text(0)))
    },
    FunctionDefinition(
      "url_decode",
      ["text"],
      "The text with its percent-encoded bytes decoded.",
      example: "url_decode('a%20b')  # \"a b\""
    ) { arguments throws(FunctionFailure) in
      guard let bytes = PercentEncoding.decode(try arguments.text(0)) else {
        throw FunctionFailure("a % without two hexadecimal digits behind it", argument: 0)
      }
      return try utf8(bytes)
    },
    FunctionDefinition(
      "hex",
      ["text", "charset?"],
      "The bytes of a text, in UTF-8 or another charset, as hexadecimal digits.",
      example: "hex('ok')  # \"6f6b\""
    ) { arguments throws(FunctionFailure) in
      let text = try arguments.text(0)
      let charset = arguments.count > 1 ? try arguments.text(1) : "utf-8"
      let bytes: [UInt8]?
      do throws(TextDecodingError) {
        bytes = try Charset.encode(text, as: charset)
      } catch {
        throw FunctionFailure(error.message, argument: 1)
      }
      guard let bytes else {
        throw FunctionFailure("\(charset) has not all characters of the text", argument: 0)
      }
      return try arguments.bounded(Hex.encode(bytes))
    },
    FunctionDefinition(
      "hex_decode",
      ["hex", "charset?"],
      "The text of bytes that are written as hexadecimal digits, in UTF-8 or another charset; each byte must be right.",
      example: "hex_decode('6f6b')  # \"ok\""
    ) { arguments throws(FunctionFailure) in
      let bytes = try hexadecimal(arguments)
      let charset = arguments.count > 1 ? try arguments.text(1) : "utf-8"
      do throws(TextDecodingError) {
        return .string(try Charset.decode(bytes, as: charset))
      } catch {
        throw FunctionFailure(error.message, argument: error.offset == nil ? 1 : 0)
      }
    },
    toHexadecimal("base64", .standard, "Base64 with its padding", example: "b2s=')  # \"6f6b\""),
    toHexadecimal(
      "base64url",
      .url,
      "Base64 of the alphabet for URLs",
      example: "Pz8-')  # \"3f3f3e\""
    ),
    ofHexadecimal("base64", .standard, "Base64", example: "6f6b')  # \"b2s=\""),
    ofHexadecimal(
      "base64url",
      .url,
      "Base64 of the alphabet for URLs, without =",
      example: "3f3f3e')  # \"Pz8-\""
    ),
    FunctionDefinition(
      "html_escape",
      ["text"],
      "The text as it stands in HTML, with character references for the five characters that mean something there.",
      example: "html_escape('<b>')  # \"&lt;b&gt;\""
    ) { arguments throws(FunctionFailure) in
      try arguments.bounded(HTMLEntities.escape(arguments.text(0)))
    },
    FunctionDefinition(
      "html_unescape",
      ["text"],
      "The text that HTML means: each character reference of HTML 5, named or numbered, as its character.",
      example: "html_unescape('caf&eacute;')  # \"café\""
    ) { arguments throws(FunctionFailure) in
      .string(HTMLEntities.unescape(try arguments.text(0)))
    },
  ]

  private static func toHexadecimal(
    _ name: String,
    _ alphabet: Base64.Alphabet,
    _ noun: String,
    example: String
  ) -> FunctionDefinition {
    FunctionDefinition(
      "\(name)_to_hex",
      [name],
      "The bytes that \(noun) stands for, as hexadecimal digits.",
      example: "\(name)_to_hex('\(example)"
    ) { arguments throws(FunctionFailure) in
      let text = try arguments.text(0)
      guard let bytes = Base64.decode(text, alphabet: alphabet),
        alphabet == .standard || !text.hasSuffix("=")
      else { throw FunctionFailure("not \(noun)", argument: 0) }
      return try arguments.bounded(Hex.encode(bytes))
    }
  }

  private static func ofHexadecimal(
    _ name: String,
    _ alphabet: Base64.Alphabet,
    _ noun: String,
    example: String
  ) -> FunctionDefinition {
    FunctionDefinition(
      "hex_to_\(name)",
      ["hex"],
      "The bytes that hexadecimal digits stand for, as \(noun).",
      example: "hex_to_\(name)('\(example)"
    ) { arguments throws(FunctionFailure) in
      .string(Base64.encode(try hexadecimal(arguments), alphabet: alphabet))
    }
  }

  /// The bytes of an argument that is written as hexadecimal digits.
  static func hexadecimal(
    _ arguments: FunctionArguments,
    _ index: Int = 0
  ) throws(FunctionFailure) -> [UInt8] {
    guard let bytes = Hex.decode(try arguments.text(index)) else {
      throw FunctionFailure("not bytes in hexadecimal digits", argument: index)
    }
    return bytes
  }

  private static func utf8(_ bytes: [UInt8]) throws(FunctionFailure) -> JSONValue {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw FunctionFailure("the decoded bytes are not UTF-8 text", argument: 0)
    }
    return .string(text)
  }
}
