import Diagnostics
import Documents
import Testing

@testable import Scenarios

@Suite(.timeLimit(.minutes(5))) struct FunctionCatalogueTests {
  private let scope = TestScope(
    variables: [
      "list": [3, 1, 2], "object": ["b": 1, "a": 2], "prefixes": ["s": "urn:s"],
      "lines": [["sku": "A", "n": 1], ["sku": "B", "n": 7, "tags": ["x", "y"]]],
      "line": "é=1, b=22, =", "xml": "<a xmlns=\"urn:d\"><b xmlns=\"urn:s\">1</b></a>",
    ],
    files: ["a.txt": "text"]
  )

  /// Calls with their values.
  private static let values: [(String, JSONValue)] = [
    ("if(1 == 1, 'a', 'b')", "a"), ("raw('<b/>')", "<b/>"),
    ("length(uuid())", 36), ("uuid() == uuid()", false), ("random(3, 3)", 3),
    ("random(1, 6) >= 1 && random(1, 6) <= 6", true), ("length(random_text(8))", 8),
    ("now()", "2026-11-21T09:35:21.042Z"), ("now('-1h')", "2026-11-21T08:35:21.042Z"),
    ("now('+30d')", "2026-12-21T09:35:21.042Z"), ("timestamp()", 1_795_253_721),
    ("date('2026-11-21T09:35:21Z', 'dd.MM.yyyy')", "21.11.2026"),
    ("date('2026-11-21', 'EEEE d MMMM yy')", "Saturday 21 November 26"),
    ("date('2026-11-21T01:00:00+02:00')", "2026-11-20T23:00:00Z"),
    ("date(0, 'rfc1123')", "Thu, 01 Jan 1970 00:00:00 GMT"),
    ("date('Sun, 06 Nov 1994 08:49:37 GMT', 'unix')", 784_111_777),
    ("date('2024-02-29T12:00:00.5Z', \"hh:mm a 'at' SSS D\")", "12:00 PM at 500 60"),
    ("date(0, 'Z ZZZ ZZZZ ZZZZZ X')", "+0000 +0000 GMT Z Z"),
    ("date(0, 'x xx xxx xxxx xxxxx')", "+00 +0000 +00:00 +0000 +00:00"),
    ("base64('user:secret')", "dXNlcjpzZWNyZXQ="), ("base64_decode('b2s=')", "ok"),
    ("base64_decode('Pz8-')", "??>"), ("base64url('??>')", "Pz8-"),
    ("url_encode('a b&c/ü~')", "a%20b%26c%2F%C3%BC~"), ("url_decode('a%20b+c')", "a b+c"),
    ("hex('ok')", "6f6b"),
    ("sha256('abc')", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    ("sha1('abc', 'base64')", "qZk+NkcGgWq6PiVxeFDCbJzQ2J0="),
    ("md5('abc')", "900150983cd24fb0d6963f7d28e17f72"),
    (
      "hmac_sha256('key', 'The quick brown fox jumps over the lazy dog')",
      "f7bc83f430538424b13298e6aa6fb143ef4d59a14946175997479dbc2d1a3cd8"
    ),
    (
      "hmac_sha256('key', 'The quick brown fox jumps over the lazy dog', 'base64url')",
      "97yD9DBThCSxMpjmqm-xQ-9NWaFJRhdZl0edvC0aPNg"
    ),
    (
      "sha512('abc')",
      "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f"
    ),
    // RFC 4231, test case 2.
    (
      "hmac_sha512('Jefe', 'what do ya want for nothing?')",
      "164b7a7bfcf819e2e395fbe73b56e0a387bd64222e831fd610270cd7ea2505549758bf75c05a994a6d034f65f8f0e6fdcaeab1a34d4a6b4b636e070a38bce737"
    ),
    ("days_between('2026-02-27', '2026-03-01')", 2),
    ("days_between('2026-03-01', '2026-02-27')", -2),
    ("days_between('2026-03-01T12:00:00Z', '2026-03-02T11:59:59.9Z')", 0),
    ("days_between('2026-03-02T11:59:59.9Z', '2026-02-28T12:00:00Z')", -1),
    ("days_between('2026-03-01T00:00:00.5Z', '2026-03-02T00:00:00.4Z')", 0),
    ("days_between('2026-03-01T23:00:00-02:00', '2026-03-02T01:00:00Z')", 0),
    ("days_between(0, 'Fri, 02 Jan 1970 00:00:00 GMT')", 1), ("days_between(86400, 0)", -1),
    ("jwt('eyJhbGciOiJub25lIn0.eyJzdWIiOiJhZGEifQ.').claims.sub", "ada"),
    ("jwt('eyJhbGciOiJub25lIn0.eyJzdWIiOiJhZGEifQ.').header.alg", "none"),
    ("jwt('eyJhbGciOiJub25lIn0.eyJzdWIiOiJhZGEifQ.').claims.exp ?? 0", 0),
    (
      "url_parse('https://ada:pw@[::1]:8443/a%20b/c?q=x%20y+z&n=1&n=2&empty&=v#part')",
      [
        "scheme": "https", "host": "[::1]", "port": 8443, "path": "/a%20b/c",
        "query": ["q": "x y z", "n": ["1", "2"], "empty": "", "": "v"], "fragment": "part",
      ]
    ),
    ("url_parse('/orders?page=2')", ["path": "/orders", "query": ["page": "2"]]),
    ("url_parse('http://h:/').port ?? 80", 80),
    ("url_parse('/?a=%4').query.a", "%4"),
    ("url_parse('//h/?é=e%CC%81&e%CC%81=1').query", ["é": "e\u{301}", "e\u{301}": "1"]),
    ("concat('a', 1, true)", "a1true"), ("concat(list, [], [[4]])", [3, 1, 2, [4]]),
    ("'a' + 'b' + 'c'", "abc"), ("list + [4] + []", [3, 1, 2, 4]), ("'' + ''", ""),
    ("'n: ' + text(1 + 2)", "n: 3"),
    ("flatten([1, [2, [3]], []])", [1, 2, [3]]),
    ("filter(lines, '@.n > 5')", [["sku": "B", "n": 7, "tags": ["x", "y"]]]),
    ("length(filter(lines, '$.n > 5'))", 1), ("length(filter(lines, ' @.tags '))", 1),
    ("length(filter(lines, '@.n >= 1 && !@.tags'))", 1), ("filter(list, '@ < 3')", [1, 2]),
    ("filter(lines, '@.n > 7')", []), ("filter([], '@')", []),
    ("map(lines, '$.sku')", ["A", "B"]), ("map(lines, '$.tags[*]')", [[], ["x", "y"]]),
    ("map(list, '$')", [3, 1, 2]), ("map([], '$.a')", []),
    ("regex('order 42 of 99', 'order (\\d+)')", "42"), ("regex('order 42', '\\d+')", "42"),
    ("regex('a', 'b') ?? 'no'", "no"), ("regex('a', 'a|(b)') ?? 'no'", "no"),
    ("regex_all(line, '=(\\d*)')", ["1", "22", ""]),
    ("regex_all(line, '\\w')", ["é", "1", "b", "2", "2"]),
    ("regex_all('ab', '')", ["", "", ""]), ("regex_all('é', 'x*')", ["", ""]),
    ("regex_all('ab', '(a)|b')", ["a", nil]), ("regex_all('aaa', 'a\\K')", ["", "", ""]),
    ("regex_all('', 'a')", []), ("regex_all('baac', 'a*')", ["", "aa", "", ""]),
    ("replace_regex('2026-11-21', '(\\d+)-(\\d+)', '$2/$1')", "11/2026-21"),
    ("replace_regex('abc', '', '-')", "-a-b-c-"), ("replace_regex('é1', '\\d', '${0}0$$')", "é10$"),
    ("replace_regex('ab', '(a)|b', '[$1]')", "[a][]"), ("replace_regex('ab', 'x', '$0')", "ab"),
    ("replace_regex('', '^$', 'x')", "x"),
    ("xpath(xml, '/_:a/s:b', prefixes)", "1"), ("xpath(xml, '/_:a/s:b', true, prefixes)", ["1"]),
    ("xpath(xml, '/d:a/f:b')", "1"),
    ("to_json(list)", "[3,1,2]"), ("from_json('{\"a\": 1.10}').a", 1.1),
    ("file('a.txt')", "text"), ("file_hex('a.txt')", "74657874"), ("required('a')", "a"),
    ("only_text('7')", "7"), ("only_text('')", ""),
    ("jsonpath_all(object, '$.a')", [2]), ("jsonpath_all(object, '$.z')", []),
    ("html_xpath('<p>1<p>2', '//p', true)", ["1", "2"]), ("html_xpath('<p>1', '//p')", "1"),
    ("html_xpath('<p>1', 'count(//p)')", 1), ("html_xpath('<p>1', '//b') ?? 'no'", "no"),
    ("xpath('<a><b>1</b><b>2</b></a>', '/a/b', true)", ["1", "2"]),
    ("xpath('<a><b>1</b></a>', '/a/b')", "1"), ("xpath('<a/>', '//b') ?? 'no'", "no"),
    ("xpath('<a/>', 'count(/a)')", 1), ("jsonpath(object, '$.a')", 2),
    ("jsonpath(list, '$[?@ > 1]')", [3, 2]), ("jsonpath(object, '$.z') ?? 'no'", "no"),
    ("length('añ')", 2), ("length(list)", 3), ("length(object)", 2), ("lower('AB')", "ab"),
    ("upper('ab')", "AB"), ("trim('  a ')", "a"), ("replace('a-b-c', '-', '+')", "a+b+c"),
    ("split('a,b,', ',')", ["a", "b", ""]), ("join(['a', 1, true], '-')", "a-1-true"),
    ("join(split('abc', 'b'))", "ac"), ("contains('abc', 'bc')", true),
    ("contains(list, 1.0)", true), ("contains(object, 'c')", false),
    ("matches('A-17', '^A-[0-9]+$')", true), ("matches('B-17', '^A')", false),
    ("first(list)", 3), ("last(list)", 2), ("unwrap([7])", 7), ("unwrap(list)", [3, 1, 2]),
    ("nth(list, 1)", 1), ("nth(list, -1)", 2),
    ("keys(object)", ["b", "a"]), ("values(object)", [1, 2]), ("sort(list)", [1, 2, 3]),
    ("sort(['b', 'a'])", ["a", "b"]), ("reverse(list)", [2, 1, 3]), ("reverse('abc')", "cba"),
    ("unique([1, 2, 1.0])", [1, 2]), ("sum([0.1, 0.2])", 0.3), ("min(list)", 1),
    ("max(3, 10)", 10),
    ("min('b', 'a')", "a"), ("range(1, 3)", [1, 2, 3]), ("range(2, 1)", []),
    ("round(2.345, 2)", 2.35), ("round(-0.5)", -1), ("int('12')", 12), ("int(-2.9)", -2),
    ("float('1.50')", 1.5), ("float(' 007 ')", 7), ("text(1)", "1"), ("text([1])", "[1]"),
    ("count(list)", 3), ("count([])", 0), ("to_int('12')", 12), ("to_int('-7')", -7),
    ("to_int(2.9)", 2), ("text(to_int(12345678901234567890.5))", "12345678901234567890"),
    ("date_parse('21.11.2026 10:35 +0100', '%d.%m.%Y %H:%M %z')", "2026-11-21T09:35:00Z"),
    ("date_parse('Sat, 21 Nov 2026', '%a, %d %b %Y')", "2026-11-21T00:00:00Z"),
    ("date_parse('2026-11-21T09:35:21.0425Z', '%+')", "2026-11-21T09:35:21.0425Z"),
    (
      "date('2026-11-21T09:35:21.5Z', '%d/%m/%y %I:%M%p %j %.3f 100%%')",
      "21/11/26 09:35AM 325 .500 100%"
    ),
    ("days_until('2026-11-23T10:00:00Z')", 2), ("days_until('2026-11-21')", 0),
    ("days_until(0)", -20_778),
    ("hex('é')", "c3a9"), ("hex('é', 'latin1')", "e9"), ("hex('€', 'utf-16be')", "20ac"),
    ("hex_decode('6F6b')", "ok"), ("hex_decode('c4e3bac3', 'gb2312')", "你好"),
    ("hex_decode('')", ""), ("base64_to_hex('/w==')", "ff"), ("base64url_to_hex('_w')", "ff"),
    (
      "sha256('ff', 'hex', 'hex')",
      "a8100ae6aa1940d0b663bb31cd466142ebbdbd5187131b92d93818987832eb89"
    ),
    ("md5('ff', 'base64', 'hex')", "AFlP1PQrpD/BygQnoFdilQ=="),
    ("sha1('ff', 'hex', 'text')", "ed70c57d7564e994e7d5f6fd6967cea8b347efbc"),
    (
      "hmac_sha256('ff', 'a', 'hex', 'hex')",
      "bf033e25102c94189729e188d37b9612b3a7b47589314392376db5b69db42a4b"
    ),
    ("url_resolve('../../+f/a.gz', 'http://h:1/u/dev/simple/a/')", "http://h:1/u/dev/+f/a.gz"),
    ("url_resolve('//o/b#c', 'https://u@h/a?b')", "https://o/b#c"),
    ("url_resolve('?p=2', 'http://h/a?p=1#x')", "http://h/a?p=2"),
    ("url_resolve('', 'http://h/a?p=1#x')", "http://h/a?p=1"),
    ("url_resolve('mailto:a@b', 'http://h')", "mailto:a@b"),
    ("url_resolve('b', 'http://h')", "http://h/b"),
    ("hex_to_base64('ff')", "/w=="), ("hex_to_base64url('ff')", "_w"),
    (
      "html_escape('<a href=\"x\">Tom & \\'Jo\\'</a>')",
      "&lt;a href=&quot;x&quot;&gt;Tom &amp; &#x27;Jo&#x27;&lt;/a&gt;"
    ),
    (
      "html_unescape('&lt;p&gt; &notit; &notin; &#x1F600;&#128;&#xD800;&amp &x')",
      "<p> ¬it; ∉ 😀€\u{FFFD}& &x"
    ),
    ("url_param('/o?a=1&b=x%20y+z&b=2', 'b')", "x y z"),
    ("url_param('http://h/?a', 'a')", ""), ("url_param('/o', 'a') ?? 'no'", "no"),
    ("bool('true')", true), ("type(null)", "null"), ("type(list)", "array"),
  ]

  @Test(arguments: values)
  func `each function has the value it should`(text: String, value: JSONValue) throws {
    #expect(try Expression(parsing: text).evaluate(in: scope) == value)
  }

  /// Calls that cannot be, with what is said about each.
  private static let failures: [(String, String)] = [
    ("if(1, 2, 3)", "\"if\" needs true or false, got 1"),
    ("if(true, 1)", "if takes 3 arguments, got 2"), ("uuid(1)", "uuid takes no arguments, got 1"),
    ("timestamp(1)", "timestamp takes no arguments, got 1"),
    ("raw()", "raw takes 1 argument, got 0"), ("text()", "text takes 1 argument, got 0"),
    ("type()", "type takes 1 argument, got 0"),
    ("to_json()", "to_json takes 1 argument, got 0"),
    ("base64(null)", "base64 wants a text, got null"),
    ("base64url(null)", "base64url wants a text, got null"),
    ("url_encode(null)", "url_encode wants a text, got null"),
    ("hex([])", "hex wants a text, got a list"), ("sha1('a', 'b')", "sha1 knows no \"b\""),
    ("md5('a', 'b')", "md5 knows no \"b\""),
    ("hmac_sha256('k', 'a', 'b')", "hmac_sha256 knows no \"b\""),
    ("sha512('a', 'b')", "sha512 knows no \"b\""),
    ("hmac_sha512('k', 'a', 'b')", "hmac_sha512 knows no \"b\""),
    ("days_between('2026-11-21', 'soon')", "not a date: \"soon\""),
    ("days_between('2026-11-21', 1e30)", "the date is not in the years 0 to 9999"),
    (
      "jwt('a.b')",
      "not a JSON Web Token: it has three parts with points between them, this text has 2"
    ),
    (
      "jwt('Bearer eyJhbGciOiJub25lIn0.e30.')",
      "not a JSON Web Token: the bytes of its header are not Base64 of the alphabet for URLs"
    ),
    (
      "jwt('e30.W10.')",
      "not a JSON Web Token: the bytes of its claims are not an object, but a list"
    ),
    ("jwt('e30.eyI.')", "not a JSON Web Token: the bytes of its claims are not JSON"),
    (
      "jwt('e30.e30.+')",
      "not a JSON Web Token: its signature is not Base64 of the alphabet for URLs"
    ),
    ("jwt(1, 2)", "jwt takes 1 argument, got 2"),
    ("url_parse('a b://h')", "the URL has no scheme before its first colon"),
    ("url_parse('http://h:x/')", "the port of the URL is no number up to 65535"),
    ("url_parse('http://h:65536/')", "the port of the URL is no number up to 65535"),
    ("url_parse('/?a=%ff')", "the query of the URL: the value of pair 1 is not UTF-8"),
    ("url_parse(null)", "url_parse wants a text as url, got null"),
    ("concat()", "concat takes at least 1 argument, got 0"),
    ("concat([1], 2)", "concat wants a list as values, got a number"),
    ("concat('a', [1])", "concat wants a text as values, got a list"),
    ("flatten('a')", "flatten wants a list, got a text"),
    ("filter(object, '@')", "filter wants a list, got an object"),
    (
      "filter(list, '@ >')",
      "\"@ >\": expected a path from @ or $, a literal or a function at column 4"
    ),
    ("filter(list, '@ @')", "\"@ @\": expected &&, || or the end of the condition at column 3"),
    (
      "filter(list, lower(''))",
      "\"\": expected a path from @ or $, a literal or a function at column 1"
    ),
    ("map(list, 'sku')", "\"sku\": a path starts with $ at column 1"),
    ("map(lines, '$.tags')", "the element at index 0 has no $.tags"),
    ("map('a', '$')", "map wants a list, got a text"),
    ("regex('a', '(')", "\"(\" is not a regular expression"),
    ("regex_all('a', lower('('))", "\"(\" is not a regular expression"),
    ("regex_all([], 'a')", "regex_all wants a text, got a list"),
    ("replace_regex('a', 'a', '$')", "no number of a group behind $ in the replacement"),
    ("replace_regex('a', 'a', lower('$x'))", "no number of a group behind $ in the replacement"),
    (
      "replace_regex('a', 'a', '$1')", "the replacement names group 1, the regular expression has 0"
    ),
    ("xpath('<a/>', '/a', list)", "xpath wants true or false as all, got a list"),
    (
      "xpath('<a/>', '/a', true, 1)",
      "xpath wants an object of prefixes and URIs as namespaces, got a number"
    ),
    ("xpath('<a/>', '/a', object)", "xpath wants a text as URI of the prefix b, got a number"),
    (
      "xpath('<a/>', '/x:a')",
      "the prefix 'x' stands for no namespace (known are 'd', 'f') at character 2 of /x:a"
    ),
    ("lower(null)", "lower wants a text, got null"),
    ("trim([])", "trim wants a text, got a list"),
    ("contains('abc', null)", "contains wants a text as part, got null"),
    ("last(1)", "last wants a list, got a number"),
    ("unwrap('a')", "unwrap wants a list, got a text"),
    ("values([])", "values wants an object, got a list"),
    ("reverse(1)", "reverse wants a list, got a number"),
    ("unique('a')", "unique wants a list, got a text"),
    ("min([])", "\"min([])\" has no value"),
    ("max([1, 'a'])", "max wants numbers only or texts only"),
    ("range(1, 'b')", "range wants a number as last, got a text"),
    ("round('a')", "round wants a number, got a text"),
    ("float('x')", "not a number: \"x\""),
    ("range(1, 1e9)", "range makes more than 10 million numbers"),
    ("base64_decode(null)", "base64_decode wants a text, got null"),
    ("random(2, 1)", "random has no number from 2 to 1"),
    ("random_text(-1)", "random_text wants a number from 0 to 67108864, got -1"),
    ("now('soon')", "not an offset: \"soon\""),
    ("now(lower('SOON'))", "not an offset: \"soon\""),
    ("now('2000000000w')", "not an offset: \"2000000000w\""),
    ("date('soon')", "not a date: \"soon\""),
    ("date('2026-02-30')", "not a date: \"2026-02-30\""),
    ("date('2026-02-03T24:00')", "not a date: \"2026-02-03T24:00\""),
    ("date(0, 'yyyy Q')", "a date has no field \"Q\""),
    ("date(1e30)", "the date is not in the years 0 to 9999"),
    ("base64_decode('a*')", "not Base64"),
    ("base64_decode('/w==')", "the decoded bytes are not UTF-8 text"),
    ("url_decode('%4')", "a % without two hexadecimal digits behind it"),
    ("sha256('a', 'octal')", "sha256 knows no \"octal\""),
    ("sha256('ag', 'hex', 'hex')", "not bytes in hexadecimal digits"),
    ("sha256('a', 'hex', 'bytes')", "sha256 knows no \"bytes\""),
    ("hmac_sha512('f', 'a', 'hex', 'hex')", "not bytes in hexadecimal digits"),
    ("url_resolve('a', '/b')", "the base is no URL with a scheme and a host"),
    ("url_resolve('a', 'mailto:b')", "the base is no URL with a scheme and a host"),
    ("url_resolve('a', '1x://b')", "the base is no URL with a scheme and a host"),
    (
      "from_json('{')",
      "not JSON: expected a key in double quotes, got the end of the text at line 1, column 2"
    ), ("file('b.txt')", "there is no file \"b.txt\""),
    ("file_hex('b.txt')", "there is no file \"b.txt\""),
    ("required(object.z)", "object has no member z"),
    ("only_text(7)", "only_text wants a text as value, got a number"),
    ("only_text(list)", "only_text wants a text as value, got a list"),
    ("only_text(null)", "only_text wants a text as value, got null"),
    ("jsonpath_all(list, 'a')", "\"a\": a path starts with $ at column 1"),
    ("html_xpath('<p>1<p>2', '//p')", "\"//p\" found 2 nodes"),
    ("xpath('<a>', '/a')", "not XML: line 1, column 4: premature end of data in tag a line 1"),
    ("xpath('<a><b/><b/></a>', '//b')", "\"//b\" found 2 nodes"),
    ("xpath('<a/>', '//b', 1)", "xpath wants true or false as all, got a number"),
    ("xpath('<a/>', '/a[')", "a parenthesis or bracket is not closed at character 4 of /a["),
    ("jsonpath(list, 'a')", "\"a\": a path starts with $ at column 1"),
    ("length(1)", "length wants a text, a list or an object as value, got a number"),
    ("replace('a', '', 'b')", "replace cannot look for an empty text"),
    ("split('a', '')", "split needs a separator"),
    ("join('a')", "join wants a list, got a text"),
    ("matches('a', trim(' ('))", "\"(\" is not a regular expression"),
    ("first('a')", "first wants a list, got a text"),
    ("nth(list, 0.5)", "nth wants a whole number, got 0.5"),
    ("keys(list)", "keys wants an object, got a list"),
    ("sort([1, 'a'])", "sort wants numbers only or texts only"),
    ("sum(['a'])", "sum wants numbers, got a text"),
    ("int('x')", "not a number: \"x\""),
    ("int(null)", "int wants a number or a text as value, got null"),
    ("count('abc')", "count wants a list, got a text"),
    ("count(object)", "count wants a list, got an object"),
    ("to_int(' 12')", "not a whole number: \" 12\""),
    ("to_int('1.0')", "not a whole number: \"1.0\""),
    ("to_int('9223372036854775808')", "not a whole number: \"9223372036854775808\""),
    ("to_int(true)", "to_int wants a number or a text as value, got a boolean"),
    ("date_parse('soon', '%Y')", "\"soon\" is no date in the format %Y"),
    (
      "date_parse('2026-02-30', lower('%Y-%m-%d'))",
      "\"2026-02-30\" is no date in the format %y-%m-%d"
    ),
    ("date_parse('2026', 'yyyy')", "a format of strftime has fields with %"),
    ("date_parse('2026', '%Y %Q')", "a date has no field \"%Q\""),
    ("date(0, '%')", "a date has no field \"%\""),
    ("days_until('soon')", "not a date: \"soon\""),
    ("hex('a', 'utf-9')", "the charset \"utf-9\" is unknown"),
    ("hex('€', 'iso-8859-2')", "iso-8859-2 has not all characters of the text"),
    ("hex_decode('6f6')", "not bytes in hexadecimal digits"),
    ("hex_decode('ff')", "the text is no utf-8: byte 0, 0xFF, cannot be decoded"),
    ("hex_decode('6f', lower('X'))", "the charset \"x\" is unknown"),
    ("base64_to_hex('_w')", "not Base64 with its padding"),
    ("base64url_to_hex('/w==')", "not Base64 of the alphabet for URLs"),
    ("base64url_to_hex('_w==')", "not Base64 of the alphabet for URLs"),
    ("hex_to_base64('x')", "not bytes in hexadecimal digits"),
    ("hex_to_base64url('f')", "not bytes in hexadecimal digits"),
    ("html_escape([])", "html_escape wants a text, got a list"),
    ("html_unescape(null)", "html_unescape wants a text, got null"),
    ("url_param('/?a=%ff', 'a')", "the query of the URL: the value of pair 1 is not UTF-8"),
    ("bool('yes')", "bool wants true or false, got \"yes\""),
    ("bool(1)", "bool wants true or false as value, got a number"),
    ("upper(null)", "upper wants a text, got null"),
  ]

  /// The wrong calls that are to blame as a whole.
  private static let wholes: Set<String> = [
    "min([])", "html_xpath('<p>1<p>2', '//p')", "xpath('<a><b/><b/></a>', '//b')",
  ]

  @Test(arguments: failures)
  func `each function says what it cannot take`(text: String, message: String) throws {
    let expression: Expression
    do throws(Diagnostic) {
      expression = try Expression(parsing: text)
    } catch {
      #expect(error.message == message)
      let blamed = try #require(error.range?.text)
      // The call is to blame for the number of its arguments, else the argument.
      let isOfCall = message.contains(" argument")
      #expect((blamed == text) == isOfCall, "\(text) blames \(blamed)")
      return
    }
    let failure = #expect(throws: ExpressionFailure.self) { try expression.evaluate(in: scope) }
    #expect(failure?.message == message)
    // An argument is to blame, but for those of which no one alone is wrong.
    let blamed = try #require(failure?.range?.text)
    #expect((blamed == text) == Self.wholes.contains(text), "\(text) blames \(blamed)")
  }

  @Test func `each function has a row of both tables`() {
    func called(_ calls: [String]) -> Set<String> {
      Set(calls.flatMap { $0.matches(of: /([a-z_0-9]+)\(/).map { String($0.output.1) } })
    }
    let names = Set(FunctionCatalogue.names)
    #expect(names.subtracting(called(Self.values.map(\.0))) == [])
    // What a wrong call names first is what it is about.
    let wrong = Self.failures.compactMap { call, _ in call.prefix { $0 != "(" } }.map { String($0) }
    #expect(names.subtracting(wrong) == [])
  }

  @Test(arguments: FunctionCatalogue.all.filter { $0.example.contains("  # ") })
  func `the value that an example shows is its value`(function: FunctionDefinition) throws {
    // Random values, and a digest that is cut short.
    if ["uuid", "random", "random_text", "sha256", "sha512"].contains(function.name) { return }
    let scope = TestScope(variables: ["response": ["json": ["lines": [["sku": "ABC-1"]]]]])
    let parts = function.example.split(separator: "  # ", maxSplits: 1).map { String($0) }
    let value = try Expression(parsing: parts[0]).evaluate(in: scope)
    #expect(try value == JSONParser().parse(parts[1]))
  }

  @Test(arguments: ScenarioReference.operators.map(\.example))
  func `an operator of the reference has the value that is shown`(example: String) throws {
    let parts = example.split(separator: "  # ", maxSplits: 1).map { String($0) }
    let value = try Expression(parsing: parts[0]).evaluate(in: scope)
    #expect(try value == JSONParser().parse(parts[1]))
  }

  @Test func `each function of the reference is there, described and with an example`() {
    let names = """
      if uuid random random_text now timestamp date base64 base64_decode base64url url_encode
      url_decode hex sha256 sha1 md5 hmac_sha256 to_json from_json length lower upper trim replace
      split join contains matches first last nth keys values sort reverse unique sum min max round
      int float text bool type range file raw jsonpath xpath concat flatten filter map replace_regex
      regex regex_all unwrap sha512 hmac_sha512 jwt days_between url_parse
      count to_int date_parse days_until hex_decode base64_to_hex base64url_to_hex hex_to_base64
      hex_to_base64url html_escape html_unescape url_param url_resolve
      file_hex html_xpath jsonpath_all required only_text
      """.split { $0 == " " || $0 == "\n" }.map(String.init)
    #expect(Set(FunctionCatalogue.names) == Set(names))
    #expect(FunctionCatalogue.all.allSatisfy { !$0.summary.isEmpty && !$0.example.isEmpty })
  }
}
