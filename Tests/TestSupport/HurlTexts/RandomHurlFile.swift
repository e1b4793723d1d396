/// The texts of `.hurl` files with requests, options, captures and asserts in random combination.
public struct RandomHurlFile: Sendable {
  private var random: SeededGenerator

  /// Starts a row of texts.
  ///
  /// - Parameter seed: the same seed gives the same texts.
  public init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  /// The text of the next file.
  ///
  /// - Parameter base: what URLs begin with.
  /// - Returns: one to four entries.
  public mutating func text(base: String) -> String {
    var text = chance(3) ? "# tags: smoke, random\n\n" : ""
    for _ in 0..<Int.random(in: 1...4, using: &random) { text += entry(base) + "\n" }
    return text
  }

  private mutating func chance(_ one: Int) -> Bool { Int.random(in: 0..<one, using: &random) == 0 }

  private mutating func one(of texts: [String]) -> String {
    texts.randomElement(using: &random) ?? ""
  }

  private mutating func entry(_ base: String) -> String {
    var text = chance(3) ? "# \(value())\n" : ""
    if chance(8) { text += "# @cookie_storage_clear\n" }
    let method = one(of: ["GET", "POST", "PUT", "PATCH", "DELETE", "PURGE"])
    text += "\(method) \(base)\(one(of: paths))\n"
    if chance(2) { text += "X-\(one(of: ["One", "Two", "{{nm}}"])): \(value())\n" }
    if chance(3) { text += "[Query]\nq: \(value())\nq-{{nm}}: \(value())\n" }
    if chance(4) { text += "[Cookies]\nc: \(one(of: ["1", "b", "{{nm}}"]))\n" }
    if chance(2) { text += "[Options]\n" + rows(options) }
    if chance(4) {
      text += "[Form]\nf: \(value())\n"
    } else if chance(2) {
      text += one(of: bodies) + "\n"
    }
    guard !chance(4) else { return text }
    text += "HTTP\(one(of: ["", "/1.1"])) \(one(of: ["*", "200", "200", "404"]))\n"
    if chance(4) { text += "Content-Type: \(value())\n" }
    if chance(2) { text += "[Captures]\nv\(Int.random(in: 0..<9, using: &random)): \(chain())\n" }
    if chance(5) { return text + one(of: bodies) + "\n" }
    text += "[Asserts]\n"
    for _ in 0..<Int.random(in: 0...4, using: &random) { text += "\(chain()) \(predicate())\n" }
    return text
  }

  private mutating func rows(_ all: [String]) -> String {
    (0..<Int.random(in: 1...3, using: &random)).map { _ in one(of: all) + "\n" }.joined()
  }

  private mutating func value() -> String {
    one(of: [
      "plain", "two words", "${x}", "$${x}", "a\\u{e9}\\tb", "{{nm}}", "x{{nm}}y", "\\#", "a: b",
      "- c", "null", "1.50", "ü\\\\", "'", "%20&=", "",
    ])
  }

  private mutating func chain() -> String {
    var text = one(of: queries)
    for _ in 0..<Int.random(in: 0...2, using: &random) { text += " " + one(of: filters) }
    return text
  }

  private mutating func predicate() -> String {
    (chance(4) ? "not " : "") + one(of: predicates)
  }

  private let paths = [
    "/echo", "/health", "/catalogue.json", "/catalogue.html", "/gzip", "/redirects/1",
    "/status/404",
    "/cookies/set?name=a&value=b", "/echo/{{nm}}", "/numbers", "/patterns",
  ]
  private let options = [
    "location: true", "location: {{flag}}", "compressed: true", "compressed: false", "retry: 1",
    "retry-interval: 1ms", "delay: 1ms", "repeat: 2", "skip: false", "skip: true", "max-time: 20s",
    "variable: nm=a", "variable: n=12", "header: X-Three: 3", "user: ada:lovelace",
    "path-as-is: true", "http1.1: true", "ipv4: true", "no-jsonpath-coercion: true",
    "location-trusted: true", "max-redirs: 3", "no-header: Accept", "insecure: {{flag}}",
  ]
  private let bodies = [
    "{\"a\": [1, {\"b\": \"{{nm}}\"}], \"c\": {{n}}}", "`one ${line} {{nm}}`",
    "```\nmany\nlines {{nm}}\n```", "hex,00ff7f;", "base64,aGVsbG8=;", "<a b=\"c\">d</a>",
    "```graphql\nquery { a }\nvariables {\"b\": 1}\n```", "```json\n{}\n```", "[]", "\"text\"", "7",
  ]
  private let queries = [
    "status", "version", "url", "body", "bytes", "rawbytes", "sha256", "md5", "duration", "ip",
    "redirects", "header \"Content-Type\"", "header \"{{nm}}\"", "cookie \"a\"",
    "cookie \"a[Path]\"", "cookie \"a[HttpOnly]\"", "jsonpath \"$.a\"", "jsonpath \"$..name\"",
    "jsonpath \"$.items[*].sku\"", "jsonpath \"$.headers['x-one']\"", "xpath \"//h1\"",
    "xpath \"string(//h1)\"", "regex \"(a)\"", "regex /b(c)?/", "variable \"nm\"",
    "certificate \"Subject\"", "certificate \"Start-Date\"",
  ]
  private let filters = [
    "count", "first", "last", "nth 0", "nth -1", "split \",\"", "toString", "toInt", "toFloat",
    "regex \"(.)\"", "regex /x/", "replace \"a\" \"b\"", "replaceRegex /a(.)/ \"$1\"", "urlEncode",
    "urlDecode", "htmlEscape", "htmlUnescape", "base64Encode", "base64Decode", "utf8Encode",
    "utf8Decode", "toHex", "decode \"utf-8\"", "jsonpath \"$.a\"", "xpath \"//a\"",
    "xpath \"count(//a)\"", "toDate \"%Y\"", "dateFormat \"%Y\"", "daysAfterNow", "location",
    "urlQueryParam \"a\"",
  ]
  private let predicates = [
    "== 1", "== \"a\"", "!= null", "== {{nm}}", "== hex,00;", "== `x`", "> 1", ">= 1.5", "< \"b\"",
    "<= {{n}}", "startsWith \"a\"", "endsWith hex,0a;", "contains \"a\"", "contains 1",
    "matches /a+/", "matches \"^.$\"", "exists", "isEmpty", "isInteger", "isFloat", "isNumber",
    "isString", "isBoolean", "isDate", "isList", "isObject", "isCollection", "isIsoDate", "isIpv4",
    "isIpv6", "isUuid",
  ]
}
