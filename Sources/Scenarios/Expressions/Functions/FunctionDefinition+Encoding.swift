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
      ["text"],
      "The UTF-8 of a text as hexadecimal digits.",
      example: "hex('ok')  # \"6f6b\""
    ) { arguments throws(FunctionFailure) in
      try arguments.bounded(Hex.encode(Array(arguments.text(0).utf8)))
    },
  ]

  private static func utf8(_ bytes: [UInt8]) throws(FunctionFailure) -> JSONValue {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw FunctionFailure("the decoded bytes are not UTF-8 text", argument: 0)
    }
    return .string(text)
  }
}
