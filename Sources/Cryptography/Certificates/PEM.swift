import Encodings

/// The text form of certificates and keys (RFC 7468).
public enum PEM: Sendable {
  /// One block between its `BEGIN` and `END` lines.
  public struct Block: Sendable, Hashable {
    /// The label: `CERTIFICATE`, `PUBLIC KEY`.
    public var label: String
    /// The bytes, DER as a rule.
    public var bytes: [UInt8]

    /// Makes a block.
    public init(label: String, bytes: [UInt8]) {
      self.label = label
      self.bytes = bytes
    }
  }

  /// Reads all blocks of a text; what is between them is left out.
  ///
  /// - Throws: when a block has no end or its content is not Base64, as that of an encrypted key
  ///   is not.
  public static func blocks(in text: String) throws(CryptographyError) -> [Block] {
    var blocks: [Block] = []
    var label: String?
    var content = ""
    for line in text.split(whereSeparator: \.isNewline) {
      let line = line.trimmed
      if let open = label {
        if line == "-----END \(open)-----" {
          guard let bytes = Base64.decode(content) else {
            throw malformed("the PEM block '\(open)' holds what is not Base64")
          }
          blocks.append(Block(label: open, bytes: bytes))
          label = nil
        } else {
          content += line
        }
      } else if line.hasPrefix("-----BEGIN "), line.hasSuffix("-----"), line.count > 16 {
        label = String(line.dropFirst("-----BEGIN ".count).dropLast("-----".count))
        content = ""
      }
    }
    if let label { throw malformed("the PEM block '\(label)' has no end") }
    return blocks
  }

  /// A block as text, in lines of 64 characters.
  public static func encode(_ block: Block) -> String {
    var text = "-----BEGIN \(block.label)-----\n"
    var rest = Base64.encode(block.bytes)[...]
    while !rest.isEmpty {
      text += rest.prefix(64) + "\n"
      rest = rest.dropFirst(64)
    }
    return text + "-----END \(block.label)-----\n"
  }

  private static func malformed(_ message: String) -> CryptographyError {
    CryptographyError(code: .malformedInput, message: message)
  }
}
