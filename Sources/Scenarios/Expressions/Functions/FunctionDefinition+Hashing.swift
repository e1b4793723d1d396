import Cryptography
import Documents
import Encodings

extension FunctionDefinition {
  static let hashing = [
    hash("sha256", .sha256, example: "sha256('abc')  # \"ba7816bf…\""),
    hash("sha512", .sha512, example: "sha512('abc')  # \"ddaf35a1…\""),
    hash("sha1", .sha1, example: "sha1('abc', 'base64')  # \"qZk+NkcGgWq6PiVxeFDCbJzQ2J0=\""),
    hash("md5", .md5, example: "md5('abc')  # \"900150983cd24fb0d6963f7d28e17f72\""),
    hmac("sha256", .sha256, example: "hmac_sha256('key', body, 'base64')"),
    hmac("sha512", .sha512, example: "hmac_sha512('key', body, 'base64')"),
  ]

  private static func hmac(
    _ name: String,
    _ algorithm: DigestAlgorithm,
    example: String
  ) -> FunctionDefinition {
    FunctionDefinition(
      "hmac_\(name)",
      ["key", "text", "encoding?", "input?"],
      "The HMAC of a text with SHA-\(name.dropFirst(3)) (RFC 2104), as hex, base64 or base64url; with 'hex' as input the key is hexadecimal digits.",
      example: example
    ) { arguments throws(FunctionFailure) in
      let key = try bytes(arguments, 0, input: 3)
      let text = try arguments.text(1)
      return try written(arguments, encoding: 2) { () throws(CryptographyError) in
        try algorithm.authenticationCode(of: Array(text.utf8), key: key)
      }
    }
  }

  private static func hash(
    _ name: String,
    _ algorithm: DigestAlgorithm,
    example: String
  ) -> FunctionDefinition {
    FunctionDefinition(
      name,
      ["text", "encoding?", "input?"],
      "The \(name.uppercased()) digest of a text's UTF-8, as hex, base64 or base64url; with 'hex' as input the text is hexadecimal digits, and the digest that of their bytes.",
      example: example
    ) { arguments throws(FunctionFailure) in
      let bytes = try bytes(arguments, 0, input: 2)
      return try written(arguments, encoding: 1) { () throws(CryptographyError) in
        try algorithm.digest(of: bytes)
      }
    }
  }

  /// How digests are written.
  static let encodings = ["hex", "base64", "base64url"]

  /// What the bytes to digest are given as: the text itself, or hexadecimal digits.
  static let inputs = ["text", "hex"]

  private static func bytes(
    _ arguments: FunctionArguments,
    _ index: Int,
    input: Int
  ) throws(FunctionFailure) -> [UInt8] {
    switch try arguments.word(input, of: inputs) {
    case "hex": try hexadecimal(arguments, index)
    case _: Array(try arguments.text(index).utf8)
    }
  }

  private static func written(
    _ arguments: FunctionArguments,
    encoding: Int,
    _ digest: () throws(CryptographyError) -> [UInt8]
  ) throws(FunctionFailure) -> JSONValue {
    let word = try arguments.word(encoding, of: encodings)
    do throws(CryptographyError) {
      let bytes = try digest()
      switch word {
      case "base64": return .string(Base64.encode(bytes))
      case "base64url": return .string(Base64.encode(bytes, alphabet: .url))
      case _: return .string(Hex.encode(bytes))
      }
    } catch {
      throw FunctionFailure(error.message)
    }
  }
}
