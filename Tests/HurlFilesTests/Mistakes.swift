import Testing

/// A file with a mistake, and the expected message.
struct Mistake: Sendable, CustomTestStringConvertible {
  var text: String
  /// Line and column.
  var place: String
  var message: String
  var suggestion: String?

  init(_ text: String, _ place: String, _ message: String, suggestion: String? = nil) {
    self.text = text
    self.place = place
    self.message = message
    self.suggestion = suggestion
  }

  var testDescription: String { text.debugDescription }

  static func asserting(
    _ row: String,
    _ place: String,
    _ message: String,
    suggestion: String? = nil
  ) -> Self {
    Self("GET http://a\nHTTP 200\n[Asserts]\n\(row)\n", place, message, suggestion: suggestion)
  }

  static func capturing(
    _ row: String,
    _ place: String,
    _ message: String,
    suggestion: String? = nil
  ) -> Self {
    Self("GET http://a\nHTTP 200\n[Captures]\n\(row)\n", place, message, suggestion: suggestion)
  }

  static func option(
    _ row: String,
    _ place: String,
    _ message: String,
    suggestion: String? = nil
  ) -> Self {
    Self("GET http://a\n[Options]\n\(row)\n", place, message, suggestion: suggestion)
  }

  static func body(_ text: String, _ place: String, _ message: String) -> Self {
    Self("POST http://a\n\(text)\n", place, message)
  }
}

extension Mistake {
  static let all = lines + sections + options + queries + predicates + texts + bodies

  static let lines = [
    Mistake(
      "get http://a",
      "1:1",
      "expected a method in upper case, got \"get\"",
      suggestion: "GET"
    ),
    Mistake(
      "GeT http://a",
      "1:1",
      "expected a method in upper case, got \"GeT\"",
      suggestion: "GET"
    ),
    Mistake(
      "hello",
      "1:1",
      "expected a method in upper case and a URL, got \"hello\""
    ),
    Mistake(
      "GET http://a\nfoo bar\n",
      "2:1",
      "expected a request or response, got \"foo\""
    ),
    Mistake(
      "GET http://a\n[Query]\na: b\n?c\n",
      "4:1",
      "expected a request or response, got \"?c\""
    ),
    Mistake("GET", "1:4", "expected a space before the URL, got the end of the file"),
    Mistake("GET\n", "1:4", "expected a space before the URL, got the end of the line"),
    Mistake("GET\r\n", "1:4", "expected a space before the URL, got the end of the line"),
    Mistake("GET  # a", "1:6", "expected a URL behind the method, got \"#\""),
    Mistake("GEThttp://a", "1:1", "expected a method in upper case and a URL, got \"GEThttp://a\""),
    Mistake("GET http://a\tb", "1:13", "a tab in a value"),
    Mistake("GET http://a\rb", "1:13", "a carriage return in a value"),
    Mistake("GET http://a\nHTTP/2.0 200", "2:1", "unknown version \"HTTP/2.0\""),
    Mistake("GET http://a\nHTTP/* 200", "2:1", "unknown version \"HTTP/*\""),
    Mistake("GET http://a\nHTTP/1 200", "2:1", "unknown version \"HTTP/1\""),
    Mistake("GET http://a\nHTTP200", "2:5", "expected a space before the status, got \"200\""),
    Mistake(
      "GET http://a\nHTTP/1.1\n",
      "2:9",
      "expected a space before the status, got the end of the line"
    ),
    Mistake("GET http://a\nHTTP ok", "2:6", "expected a status, as 200, or * for any, got \"ok\""),
    Mistake(
      "GET http://a\nHTTP 99999999999999999999",
      "2:6",
      "expected a status, as 200, or * for any, got \"99999999999999999999\""
    ),
    Mistake("GET http://a\nHTTP 200 OK", "2:10", "expected the end of the line, got \"OK\""),
    Mistake("HTTP 200\n", "1:1", "a response without a request"),
    Mistake("GET http://a\nHTTP 200\n\nHTTP 201\n", "4:1", "a second response to one request"),
  ]

  static let sections = [
    Mistake("GET http://a\n[Foo]\n", "2:2", "unknown section \"Foo\""),
    Mistake("GET http://a\n[Qery]\na: b\n", "2:2", "unknown section \"Qery\"", suggestion: "Query"),
    Mistake(
      "GET http://a\n[options]\n",
      "2:2",
      "unknown section \"options\"",
      suggestion: "Options"
    ),
    Mistake("GET http://a\n[1]\n", "2:2", "unknown section \"1\""),
    Mistake("GET http://a\n[Asserts]\n", "2:2", "section \"Asserts\" in a request"),
    Mistake("GET http://a\nHTTP 200\n[Query]\n", "3:2", "section \"Query\" in a response"),
    Mistake("GET http://a\n[Query]\n[Form]\n[Query]\n", "4:2", "section \"Query\" twice"),
    Mistake(
      "GET http://a\nHTTP 200\n[Asserts]\nstatus == 200\n[Asserts]\n",
      "5:2",
      "section \"Asserts\" twice"
    ),
    Mistake("GET http://a\n[Query] a: b\n", "2:9", "expected the end of the line, got \"a:\""),
    Mistake("GET http://a\n[Query\n", "2:2", "expected a JSON value, got \"Query\""),
    Mistake("GET http://a\n[BasicAuth]\na: b\nc: d\n", "4:1", "more than one row of [BasicAuth]"),
    Mistake(
      "GET http://a\n[Multipart]\na: file,;\n",
      "3:9",
      "expected the name of a file, got \";\""
    ),
    Mistake(
      "GET http://a\n[Multipart]\na: file,b.txt\n",
      "3:14",
      "expected ; behind the name of the file, got the end of the line"
    ),
    Mistake(
      "GET http://a\n[Multipart]\na: file,b.txt; text\n",
      "3:16",
      "expected a content type, as text/plain, got \"text\""
    ),
    Mistake(
      "GET http://a\n[Multipart]\na: file,b.txt; /x\n",
      "3:16",
      "expected a content type, as text/plain, got \"/x\""
    ),
  ]

  static let options = [
    option("foo: true", "3:1", "unknown option \"foo\""),
    option("loction: true", "3:1", "unknown option \"loction\"", suggestion: "location"),
    option("retry: -24", "3:8", "expected a whole number, or -1 for no limit, got \"-24\""),
    option("retry: x", "3:8", "expected a whole number, or -1 for no limit, got \"x\""),
    option("limit-rate: -1", "3:13", "expected a whole number from 0, got \"-1\""),
    option("retry: 99999999999999999999", "3:8", "a whole number beyond 64 bits"),
    option("delay: 1d", "3:9", "unknown unit \"d\" of a duration"),
    option("delay: -1s", "3:8", "expected a duration, as 500ms or 2s, got \"-1s\""),
    option("delay: soon", "3:8", "expected a duration, as 500ms or 2s, got \"soon\""),
    option("delay: 9999999999999999h", "3:8", "a duration beyond 64 bits of milliseconds"),
    option("delay: 1.5s", "3:9", "expected the end of the line, got \".5s\""),
    option("location: yes", "3:11", "expected true or false, got \"yes\""),
    option("location: truex", "3:11", "expected true or false, got \"truex\""),
    option("location:", "3:10", "expected true or false, got the end of the line"),
    option("location: {{a", "3:11", "expected }} behind {{ on the same line"),
    option("location: {{a b}}", "3:15", "expected }} behind the name of a variable, got \"b}}\""),
    option("location: true false", "3:16", "expected the end of the line, got \"false\""),
    option("proxy:", "3:7", "expected a value of proxy, got the end of the line"),
    option("header: a b", "3:9", "expected a header as Name: value, got \"a b\""),
    option("cacert: # a", "3:9", "expected the name of a file, got \"#\""),
    option("cacert: a b", "3:11", "expected the end of the line, got \"b\""),
    option(
      "output: a\\:b",
      "3:10",
      "unknown escape \"\\\\:\" in the name of a file".replacing("\\\\", with: "\\")
    ),
    option("variable: =a", "3:11", "expected the name of a variable, got \"=a\""),
    option(
      "variable: a",
      "3:12",
      "expected = behind the name of a variable, got the end of the line"
    ),
    option("variable: newDate=1", "3:11", "a variable with the name of a function, \"newDate\""),
    option("variable: getEnv=1", "3:11", "a variable with the name of a function, \"getEnv\""),
    option(
      "variable: a=\"b",
      "3:15",
      "expected the closing quote of a text, got the end of the line"
    ),
    option("variable: a=\"b\" c", "3:17", "expected the end of the line, got \"c\""),
  ]

  static let queries = [
    asserting("foo == 1", "4:1", "unknown query \"foo\""),
    asserting("Status == 1", "4:1", "unknown query \"Status\"", suggestion: "status"),
    asserting("statuss == 1", "4:1", "unknown query \"statuss\"", suggestion: "status"),
    asserting("header exists", "4:8", "expected a text in quotes, got \"exists\""),
    asserting(
      "header\"a\" exists",
      "4:7",
      "expected a space before a text in quotes, got \"\"a\"\""
    ),
    asserting(
      "header \"a exists",
      "4:17",
      "expected the closing quote of a text, got the end of the line"
    ),
    asserting("header \"a\"exists", "4:11", "expected a space, got \"exists\""),
    asserting("header \"a\tb\" exists", "4:10", "a tab in a text in quotes"),
    asserting("cookie \"a[Foo]\" exists", "4:11", "unknown cookie attribute \"Foo\""),
    asserting(
      "cookie \"a[Domin]\" exists",
      "4:11",
      "unknown cookie attribute \"Domin\"",
      suggestion: "Domain"
    ),
    asserting(
      "cookie \"a[Domain\" exists",
      "4:17",
      "expected ] at the end, behind the attribute of the cookie, got \"\"\""
    ),
    asserting(
      "cookie \"a[]\" exists",
      "4:11",
      "unknown cookie attribute \"\""
    ),
    asserting(
      "cookie \"[Domain]\" exists",
      "4:9",
      "expected the name of a cookie before its attribute, got \"[Domain]\"\""
    ),
    asserting("cookie \"\" exists", "4:9", "expected the name of a cookie, got \"\"\""),
    asserting("certificate \"Foo\" exists", "4:14", "unknown certificate attribute \"Foo\""),
    asserting(
      "certificate \"subject\" exists",
      "4:14",
      "unknown certificate attribute \"subject\"",
      suggestion: "Subject"
    ),
    asserting(
      "regex a exists",
      "4:7",
      "expected a regular expression, as /…/ or in quotes, got \"a\""
    ),
    asserting(
      "regex /a exists",
      "4:16",
      "expected the closing / of a regular expression, got the end of the line"
    ),
    asserting("regex /a(/ exists", "4:7", "not a regular expression"),
    asserting("body replaceRegex /[/ \"a\" exists", "4:19", "not a regular expression"),
    asserting("body nth exists", "4:10", "expected a whole number, got \"exists\""),
    asserting("body nth 99999999999999999999 exists", "4:10", "a whole number beyond 64 bits"),
    asserting("body replace \"a\" exists", "4:18", "expected a text in quotes, got \"exists\""),
    asserting("body fooo exists", "4:6", "unknown filter or predicate \"fooo\""),
    asserting(
      "body countt == 1",
      "4:6",
      "unknown filter or predicate \"countt\"",
      suggestion: "count"
    ),
    capturing("a: foo", "4:4", "unknown query \"foo\""),
    capturing("a:", "4:3", "expected a query, got the end of the line"),
    capturing("a: status frist", "4:11", "unknown filter \"frist\"", suggestion: "first"),
    capturing("a: status exists", "4:11", "unknown filter \"exists\""),
    capturing("a: status == 1", "4:11", "expected a filter, got \"==\""),
    capturing("a: status redact count", "4:18", "expected the end of the line, got \"count\""),
  ]

  static let predicates = [
    asserting("status", "4:7", "expected a predicate, got the end of the line"),
    asserting("status # c", "4:8", "expected a predicate, got \"#\""),
    asserting("status not", "4:11", "expected a space before a predicate, got the end of the line"),
    asserting("status not foo", "4:12", "unknown predicate \"foo\""),
    asserting("status = 1", "4:8", "unknown predicate \"=\"", suggestion: "=="),
    asserting("status ~ 1", "4:8", "unknown predicate \"~\""),
    asserting("status exist", "4:8", "unknown filter or predicate \"exist\"", suggestion: "exists"),
    asserting("status ==", "4:10", "expected a value behind ==, got the end of the line"),
    asserting("status == xx", "4:11", "expected a value behind ==, got \"xx\""),
    asserting("status ==xx", "4:10", "expected a value behind ==, got \"xx\""),
    asserting(
      "body contains\"a\"",
      "4:14",
      "expected a space before the value, got \"\"a\"\""
    ),
    asserting("status == truex", "4:11", "expected a value behind ==, got \"truex\""),
    asserting("status == 007", "4:11", "a number with a leading zero"),
    asserting("status == -x", "4:11", "expected digits behind -, got \"-x\""),
    asserting("status == 1e5", "4:12", "expected the end of the line, got \"e5\""),
    asserting("status == 200 foo", "4:15", "expected the end of the line, got \"foo\""),
    asserting("status exists 1", "4:15", "expected the end of the line, got \"1\""),
    asserting(
      "status == \"a",
      "4:13",
      "expected the closing quote of a text, got the end of the line"
    ),
    asserting(
      "status == `a",
      "4:13",
      "expected the closing backtick of a text, got the end of the line"
    ),
    asserting(
      "body startsWith 1",
      "4:17",
      "expected a text or hex,…; or base64,…; behind startsWith, got \"1\""
    ),
    asserting(
      "body endsWith {{a}}",
      "4:15",
      "expected a text or hex,…; or base64,…; behind endsWith, got \"{{a}}\""
    ),
    asserting(
      "body > true",
      "4:8",
      "expected a number or a text or a placeholder behind >, got \"true\""
    ),
    asserting(
      "body matches 1",
      "4:14",
      "expected a text or a regular expression behind matches, got \"1\""
    ),
    asserting("body matches /a)/", "4:14", "not a regular expression"),
    asserting("body == {{a b}}", "4:13", "expected }} behind the name of a variable, got \"b}}\""),
    asserting("body == hex,0;", "4:14", "not pairs of hexadecimal digits"),
    asserting("body == file,;", "4:14", "expected the name of a file, got \";\""),
  ]

  static let texts = [
    Mistake("GET http://a\\q", "1:13", "unknown escape \"\\q\" in a value"),
    Mistake("GET http://a\\", "1:13", "expected an escape behind the backslash"),
    Mistake("GET http://a\nA: \\u12\n", "2:6", "expected { behind \\u, got \"12\""),
    Mistake("GET http://a\nA: \\u{}\n", "2:7", "expected a hexadecimal digit in \\u{…}, got \"}\""),
    Mistake(
      "GET http://a\nA: \\u{4g}\n",
      "2:8",
      "expected a hexadecimal digit or } in \\u{…}, got \"g}\""
    ),
    Mistake("GET http://a\nA: \\u{110000}\n", "2:4", "\"\\u{110000}\" is no character"),
    Mistake("GET http://a\nA: \\u{D800}\n", "2:4", "\"\\u{D800}\" is no character"),
    Mistake("GET http://a\na\\`: b\n", "2:2", "unknown escape \"\\`\" in a name"),
    Mistake("GET http://a/{{}}", "1:16", "expected the name of a variable in {{…}}, got \"}}\""),
    Mistake("GET http://a/{{ }}", "1:17", "expected the name of a variable in {{…}}, got \"}}\""),
    Mistake("GET http://a/{{b", "1:14", "expected }} behind {{ on the same line"),
    Mistake("GET http://a/{{b}\n}\n", "1:14", "expected }} behind {{ on the same line"),
    Mistake(
      "GET http://a\nA: {{randomInt}}\n",
      "2:15",
      "expected the least number, a whole number, behind randomInt, got \"}}\""
    ),
    Mistake(
      "GET http://a\nA: {{randomString x}}\n",
      "2:19",
      "expected the length, a whole number, behind randomString, got \"x}}\""
    ),
  ]

  static let bodies = [
    body("{\"a\": 1,}", "2:9", "expected a member behind the comma, got \"}\""),
    body("[1, ]", "2:5", "expected an element behind the comma, got \"]\""),
    body("[1 2]", "2:4", "expected a comma or ] in a JSON list, got \"2]\""),
    body("{\"a\" 1}", "2:6", "expected a colon behind the member name, got \"1}\""),
    body("{\"a\": }", "2:7", "expected a JSON value, got \"}\""),
    body("{a: 1}", "2:2", "expected a member name in quotes, got \"a:\""),
    body("{\"a\": 1", "3:1", "expected a comma or } in a JSON object, got the end of the file"),
    body(
      "{\"a\n\": 1}",
      "2:4",
      "expected the closing quote of a JSON string, got the end of the line"
    ),
    body("\"a\tb\"", "2:3", "a control character in a JSON string must be escaped"),
    body("\"\\x\"", "2:2", "unknown escape in a JSON string"),
    body("\"\\u12g4\"", "2:6", "expected four hexadecimal digits behind \\u, got \"g4\"\""),
    body("\"\\ud800\"", "2:2", "half of a surrogate pair"),
    body("\"\\udc00\\ud800\"", "2:2", "half of a surrogate pair"),
    body("\"\\ud800\\u0041\"", "2:2", "half of a surrogate pair"),
    body("[ 01]", "2:3", "a number with a leading zero"),
    body("[1.]", "2:4", "expected a digit behind the point, got \"]\""),
    body("[1e ]", "2:4", "expected a digit of the exponent, got a space"),
    body("[-]", "2:3", "expected a digit behind -, got \"]\""),
    body("[{{a]", "2:5", "expected }} behind the name of a variable, got \"]\""),
    body("[\"{{a]\"", "2:3", "expected }} behind {{ on the same line"),
    body("{} {}", "2:4", "expected the end of the line, got \"{}\""),
    body("{}\nA: b", "3:1", "expected a request or response, got \"A:\""),
    body("<a>", "2:2", "element <a> is not closed"),
    body("<a><b></a>", "2:7", "expected </b>, got \"</a\""),
    body("<a b=\"c></a>", "2:1", "a tag is not closed"),
    body("<a><!-- b</a>", "2:4", "a comment is not closed"),
    body("<a><![CDATA[b</a>", "2:4", "a CDATA section is not closed"),
    body("<?xml", "2:1", "a processing instruction is not closed"),
    body("<!DOCTYPE a [", "2:1", "a document type declaration is not closed"),
    body("</a>", "2:1", "an end tag before the root element"),
    body("< a/>", "2:2", "expected the name of an XML element behind <, got a space"),
    body("<!-- a --> b", "2:12", "expected the root element of the XML, got \"b\""),
    body("<a/> b", "2:6", "expected the end of the line, got \"b\""),
    body("base64,AA!;", "2:10", "expected a digit of Base64, or ; at the end, got \"!;\""),
    body("base64,AAA;", "2:1", "not Base64"),
    body(
      "base64,AA==",
      "3:1",
      "expected a digit of Base64, or ; at the end, got the end of the file"
    ),
    body("hex,0g;", "2:6", "expected a hexadecimal digit, or ; at the end, got \"g;\""),
    body("hex,000;", "2:8", "not pairs of hexadecimal digits"),
    body("file,a.txt", "2:11", "expected ; behind the name of the file, got the end of the line"),
    body("file,a b;", "2:8", "expected ; behind the name of the file, got \"b;\""),
    body("`a", "2:3", "expected the closing backtick of a text, got the end of the line"),
    body("```abc```", "2:4", "unknown language of a text \"abc\""),
    body("``````", "2:4", "expected a line break behind ```, got \"```\""),
    body("```json\n{}", "2:1", "expected ``` behind the text"),
    body("```json,foo\n{}\n```", "2:9", "unknown attribute of a text \"foo\""),
    body(
      "```json,\n{}\n```",
      "2:9",
      "expected an attribute, escape or novariable, got the end of the line"
    ),
    body("```escape\n\\q\n```", "3:1", "unknown escape \"\\q\" in a text"),
    body(
      "```graphql\n{a}\nvariables {\"b\" 1}\n```",
      "4:16",
      "expected a colon behind the member name, got \"1}\""
    ),
    body(
      "```graphql\n{a}\nvariables {} b\n```",
      "4:14",
      "expected ``` behind the variables, got \"b\""
    ),
    body(
      "```graphql\n{a}\nvariables {\n```",
      "5:1",
      "expected a member name in quotes, got the end of the text"
    ),
  ]
}
