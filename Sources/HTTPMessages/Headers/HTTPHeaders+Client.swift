extension HTTPHeaders {
  /// Writes languages with falling weights, at most six: `de;q=1, en;q=0.9`.
  public static func acceptLanguage(_ languages: [String]) -> String {
    languages.prefix(6).enumerated().map { index, tag in
      index == 0 ? "\(tag);q=1" : "\(tag);q=0.\(10 - index)"
    }.joined(separator: ", ")
  }

  /// The languages that a Linux user asks for, most wanted first, as BCP 47 tags.
  ///
  /// `LANGUAGE` counts before `LC_ALL`, `LC_MESSAGES` and `LANG`, unless the locale is `C` (as in
  /// gettext).
  ///
  /// - Parameter variable: the value of an environment variable.
  /// - Returns: at least one tag, `en` if nothing is asked for.
  public static func preferredLanguages(in variable: (String) -> String?) -> [String] {
    let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap(variable).first { !$0.isEmpty }
    var names: [Substring] = []
    if locale.map({ languageTag($0[...]) != nil }) ?? true {
      names = variable("LANGUAGE")?.split(separator: ":") ?? []
    }
    if let locale { names.append(locale[...]) }
    var tags: [String] = []
    for name in names {
      if let tag = languageTag(name), !tags.contains(tag) { tags.append(tag) }
    }
    return tags.isEmpty ? ["en"] : tags
  }

  /// `de_AT.UTF-8@euro` becomes `de-AT`; `C` and what is no language become `nil`.
  private static func languageTag(_ locale: Substring) -> String? {
    let name = locale.prefix { $0 != "." && $0 != "@" }
    if name == "C" || name == "POSIX" { return nil }
    let tag = name.map { $0 == "_" ? "-" : $0 }
    let isTag = tag.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
    return isTag && (2...35).contains(tag.count) ? String(tag) : nil
  }

  /// Writes `product/version (system)` in ASCII; accents fall, other scripts are left out.
  public static func userAgent(product: String, version: String, system: String) -> String {
    "\(product)/\(version) (\(system))".foldedToASCII
  }
}
