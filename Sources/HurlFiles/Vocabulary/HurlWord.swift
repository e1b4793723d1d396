/// A word that the format knows: the name of a section, an option, a query, a filter and so on.
///
/// Each family is one enum, in the order of its reference, and says everything about its words in one place.
public protocol HurlWord: RawRepresentable<String>, CaseIterable, Sendable {
  /// What one of the family is called in messages, without article.
  static var noun: String { get }
}

/// What a query or a filter takes behind its name.
public enum HurlParameter: String, Sendable, CaseIterable {
  /// A quoted text.
  case text = "a text in quotes"
  /// A regular expression, quoted or between slashes.
  case pattern = "a regular expression, as /…/ or in quotes"
  /// A whole number or a placeholder.
  case index = "a whole number"
  /// A quoted name of a cookie, perhaps with an attribute.
  case cookie = "the name of a cookie in quotes"
  /// A quoted attribute of a certificate.
  case certificate = "an attribute of the certificate in quotes"
}

/// The words of a family by their length, so that most are never compared.
struct HurlWordTable<Word: HurlWord>: Sendable {
  /// The words of one length.
  private struct Group: Sendable {
    var words: [Word] = []
    /// Their spellings, one behind the other.
    var bytes: [UInt8] = []
  }

  private let groups: [Group]

  init() {
    let longest = Word.allCases.map(\.rawValue.utf8.count).max() ?? 0
    var groups = [Group](repeating: Group(), count: longest + 1)
    for word in Word.allCases {
      groups[word.rawValue.utf8.count].words.append(word)
      groups[word.rawValue.utf8.count].bytes += word.rawValue.utf8
    }
    self.groups = groups
  }

  /// The word that is spelled so, if there is one.
  subscript(spelling: ArraySlice<UInt8>) -> Word? {
    let length = spelling.count
    guard length < groups.count else { return nil }
    let group = groups[length]
    search: for place in group.words.indices {
      for offset in 0..<length
      where group.bytes[place * length + offset] != spelling[spelling.startIndex + offset] {
        continue search
      }
      return group.words[place]
    }
    return nil
  }
}
