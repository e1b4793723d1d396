/// A text as the characters that are matched.
///
/// Text of ASCII, which most is, stays as its bytes.
struct RegexInput {
  private let bytes: [UInt8]
  private let characters: [Character]
  private let isASCII: Bool

  init(_ text: String) {
    let bytes = Array(text.utf8)
    isASCII = bytes.allSatisfy { $0 < 0x80 }
    guard !isASCII else {
      self.bytes = bytes
      characters = []
      return
    }
    self.bytes = []
    var characters: [Character] = []
    characters.reserveCapacity(bytes.count)
    for character in text {
      if character == "\r\n" {
        characters += ["\r", "\n"]
      } else {
        characters.append(character)
      }
    }
    self.characters = characters
  }

  /// How many characters there are.
  var count: Int { isASCII ? bytes.count : characters.count }

  /// The code of a character of ASCII; `nil` for others.
  func code(at index: Int) -> UInt8? {
    guard !isASCII else { return bytes[index] }
    let character = characters[index]
    guard character.utf8.count == 1 else { return nil }
    return character.utf8.first
  }

  /// A character.
  func character(at index: Int) -> Character {
    isASCII ? Character(Unicode.Scalar(bytes[index])) : characters[index]
  }

  /// Whether a character belongs to a word; one before the start or behind the end does not.
  func isWord(at index: Int) -> Bool {
    guard index >= 0, index < count, let first = character(at: index).unicodeScalars.first else {
      return false
    }
    return RegexSet.Kind.isWord(first)
  }

  /// Whether a character is a line break.
  func isBreak(at index: Int) -> Bool {
    guard index >= 0, index < count, let first = character(at: index).unicodeScalars.first else {
      return false
    }
    return RegexSet.Kind.lineBreak.contains(first)
  }

  /// A piece of the text.
  func text(_ range: Range<Int>) -> String {
    isASCII ? String(decoding: bytes[range], as: UTF8.self) : String(characters[range])
  }
}
