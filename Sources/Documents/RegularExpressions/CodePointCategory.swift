/// The names of Unicode's general categories and other properties in regular expressions.
enum CodePointCategory {
  private static let shortNames = [
    "Lu", "Ll", "Lt", "Lm", "Lo", "Mn", "Mc", "Me", "Nd", "Nl", "No", "Pc", "Pd", "Ps", "Pe", "Pi",
    "Pf", "Po", "Sm", "Sc", "Sk", "So", "Zs", "Zl", "Zp", "Cc", "Cf", "Cs", "Co", "Cn",
  ]

  /// The long names of ECMA-262's table of general categories with their short ones.
  private static let longNames = [
    "Cased_Letter": "LC", "Close_Punctuation": "Pe", "Connector_Punctuation": "Pc",
    "Control": "Cc", "cntrl": "Cc", "Currency_Symbol": "Sc", "Dash_Punctuation": "Pd",
    "Decimal_Number": "Nd", "digit": "Nd", "Enclosing_Mark": "Me", "Final_Punctuation": "Pf",
    "Format": "Cf", "Initial_Punctuation": "Pi", "Letter": "L", "Letter_Number": "Nl",
    "Line_Separator": "Zl", "Lowercase_Letter": "Ll", "Mark": "M", "Combining_Mark": "M",
    "Math_Symbol": "Sm", "Modifier_Letter": "Lm", "Modifier_Symbol": "Sk",
    "Nonspacing_Mark": "Mn", "Number": "N", "Open_Punctuation": "Ps", "Other": "C",
    "Other_Letter": "Lo", "Other_Number": "No", "Other_Punctuation": "Po", "Other_Symbol": "So",
    "Paragraph_Separator": "Zp", "Private_Use": "Co", "Punctuation": "P", "punct": "P",
    "Separator": "Z", "Space_Separator": "Zs", "Spacing_Mark": "Mc", "Surrogate": "Cs",
    "Symbol": "S", "Titlecase_Letter": "Lt", "Unassigned": "Cn", "Uppercase_Letter": "Lu",
  ]

  /// Whether a short name like `L` or `Lu` is one.
  private static func isCategory(_ name: String) -> Bool {
    name == "LC"
      || (1...2).contains(name.utf8.count) && shortNames.contains { $0.hasPrefix(name) }
  }

  /// The binary properties of ECMA-262 that PCRE2 has under the same name.
  private static let binaryNames: Set = [
    "Alphabetic", "Any", "ASCII", "Emoji", "Hex_Digit", "ASCII_Hex_Digit", "Ideographic",
    "Lowercase", "Uppercase", "White_Space", "ID_Start", "ID_Continue",
  ]

  /// PCRE2's name of a property that I-Regexp (RFC 9485) has, or nil.
  static func name(ofIRegexp name: String) -> String? {
    let isKnown = isCategory(name) && name != "LC" && name != "Cs"
    return isKnown ? name : nil
  }

  /// PCRE2's name of a property that ECMA-262 has, or nil.
  static func name(ofECMA name: String) -> String? {
    var name = name
    for prefix in ["General_Category=", "gc="] where name.hasPrefix(prefix) {
      name.removeFirst(prefix.count)
    }
    let category = longNames[name] ?? name
    if isCategory(category) { return category == "LC" ? "L&" : category }
    return binaryNames.contains(name) ? name : nil
  }
}
