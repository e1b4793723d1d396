/// Files that are right: each construct of the format at least once.
enum Constructs {
  static let all =
    requests + sections + responses + bodies + options + captures + assertions + texts

  static let requests = [
    "",
    "\n \t\n# only a comment\n",
    "GET http://a",
    "GET http://a\n",
    "GET \t http://a  \t # the URL\r\n",
    "\u{FEFF}GET http://a\n",
    "FOO http://a/b?c=d:e\nPOST http://a\n\n\nHEAD http://a\nHTTP 200\n",
    "# one\n\n# two\n# tags: smoke\n  GET http://a # behind\n  # inside\n  A: b\n# end",
    "GET http://a\nAccept: text/html\nX-Empty:\nX-Space :  b  c  # not this\n\nX: a:b\n",
    "GET http://a\nX-{{name}}: {{value}}\nÜ_.[]@$-1: ü\n",
    "GET {{base}}/a/{{ id }}?q={{newUuid}}\n",
    "GET http://a\nHTTP: not a response\nHTTP 200\n",
    "GET http://a\nHTTPS http://b\nHTTP 200\n",
  ]

  static let sections = [
    "GET http://a\n[Query]\na: b\nc: {{d}} # e\n\n[Cookies]\nf: g\n",
    "GET http://a\n[QueryStringParams]\na:b\n[Query]\na: b\n",
    "POST http://a\n[Form]\na: b c\n\n# comment\nd:\n",
    "POST http://a\n[FormParams]\na: b\n",
    "POST http://a\n[Multipart]\na: b\nc: file,d.txt;\ne: file,f\\ {{g}}.bin; image/png # x\n",
    "POST http://a\n[MultipartFormData]\na: file,b.txt; text/plain; charset=utf-8\n",
    "GET http://a\n[BasicAuth]\nada: love\\#lace\n",
    "GET http://a\n[BasicAuth]\n\n[Options]\n[Cookies]\n",
    "GET http://a\n [Query] # b\nHTTP 200\n\t[Asserts]\n[Captures]\n",
    "POST http://a\n[Form]\na: b\n{}\n",
  ]

  static let responses = [
    "GET http://a\nHTTP *",
    "GET http://a\nHTTP/1.0 200\n",
    "GET http://a\n\n# c\nHTTP/1.1  404  # d\nA: b\nC:\n",
    "GET http://a\nHTTP/2 200\nGET http://b\nHTTP/3 200\n",
    "GET http://a\nHTTP 200\n{\"a\": 1}\nGET http://b\n",
    "GET http://a\nHTTP 200\nA: b\n[Captures]\nc: status\n[Asserts]\nstatus == 200\n`text`\n",
    "GET http://a\nHTTP 200\n[Asserts]\nstatus == 200\nfile,a.bin;\n",
    "GET http://a\nHTTP 200\n[Asserts]\nstatus == 200\ntrue\n",
    "GET http://a\nHTTP 200\n[Asserts]\nstatus == 200\n12\nGET http://b\n",
  ]

  static let bodies =
    [
      "{}", "[]", "[ ]", "{ \"a\" : [1, -2.50, 3e+4, true, false, null, \"é\\u00e9\\n\"] }",
      "{\r\n\t\"a\": {\"b\": [[], {}]},\r\n\t\"c\": \"\"\r\n}", "\"text\"", "-0", "1.5E-3", "true",
      "null", "{{json}}", "[{{a}}, {\"b{{c}}\": {{ d }}, \"e\": \"f {{g}} {h} {{i j}}\"}]",
      "\"\\ud83d\\ude00\"", "[\n1\n]\n# comment", "[{ \"a\": 1 }]",
      "<a/>", "<?xml version=\"1.0\"?>\n<!-- <b> -->\n<a x='>' y=\"/>\">{{no}} é</a>",
      "<!DOCTYPE a [ <!ENTITY b \"]>\"> <!-- ]> --> <?p ]> ?> ]>\n<a>&b;<![CDATA[</a>]]></a>",
      "<a><a><b /></a ></a> # comment", "<s:a><s:b>1</s:b></s:a>",
      "`oneline {{a}} \\` \\n \\u{1F600}\t`", "``",
      "```\ntext\n{{a}} { } \\n ``\n```", "```json\n{\"a\": {{b}}}\n```",
      "```xml\n<a>{{b}}</a>\n```", "```  \r\ntext\r\n```",
      "```json,escape,novariable\na\\u{e9}\\```\n```", "```escape\n\\t\n```", "```\n```",
      "```graphql\nquery A($b: Int) {\n  c(d: $b)\n}\n```",
      "```graphql\n{ a }\nvariables {\n  \"b\": {{c}}\n}\n\n```",
      "```graphql\nvariables\n{ \"b\": 1 }```", "```graphql\n  variables { a }\nvariablesX {}\n```",
      "base64,AAEC\n /w==;", "base64,;", "hex,00fF;", "hex, 00fF ;", "hex,;", "file,a/b.json;",
      "file, data\\ \\;\\#\\{\\}.bin ;", "file,{{name}}.json; # comment",
    ].map { "POST http://a\nA: b\n\($0)\n" }

  static let options =
    [
      "aws-sigv4: aws:amz:eu-west-1:es", "cacert: a/b.pem", "cert: a\\:b.pem:pass", "key: k.pem",
      "compressed: true", "connect-timeout: 5s", "max-time: 500", "connect-to: a:80:b:8080",
      "delay: 1m", "header: A: b {{c}}", "header: {{whole}}", "http1.0: true", "http1.1: false",
      "http2: true", "http3: {{a}}", "insecure: true # c", "ipv4: true", "ipv6: false",
      "limit-rate: 32000", "location: true", "location-trusted: true", "max-redirs: -1",
      "negotiate: true", "ntlm: true", "netrc: true", "netrc-optional: true",
      "netrc-file: a b.netrc", "output: out.bin", "output: -", "path-as-is: true",
      "pinnedpubkey: sha256//AA==;sha256//BB==", "proxy: socks5://a:1080", "repeat: -1",
      "resolve: a:80:127.0.0.1", "retry: 10", "retry-interval: 200ms", "skip: true",
      "unix-socket: /run/a.sock", "user: ada:{{password}}", "verbose: true", "very-verbose: false",
      "variable: a=null", "variable: a=true", "variable: a=false", "variable: a=-12",
      "variable: a=1.50", "variable: a=123456789012345678901234567890", "variable: a=\"b # c\"",
      "variable: a-b_1 = text {{c}} # d", "variable: a=", "variable: a=12abc",
      "variable: a=truex", "variable: a=007", "variable: a=1e5", "variable: a={{b}}",
      "delay: {{a}}", "repeat: {{ a }}", "retry: {{newDate}}", "delay: 2h",
      "digest: true", "verbosity: debug", "http2-prior-knowledge: true", "no-header: A",
      "no-jsonpath-coercion: true", "fail-with-body: true",
      "# comment\n\nskip : {{newUuid}}\n\ndelay: 0ms",
    ].map { "GET http://a\n[Options]\n\($0)\nHTTP 200\n" }

  static let captures =
    [
      "a: status", "a: version", "a: url", "a: header \"B\"", "a: cookie \"b\"",
      "a: cookie \"b{{c}}[Max-Age]\"", "a: body", "a: bytes", "a: rawbytes", "a: sha256",
      "a: md5", "a: xpath \"string(//a)\"", "a: jsonpath \"$.a['b']\"", "a: regex \"a(.)\"",
      "a: regex /\\d+\\/(\\w)/", "a: variable \"b\"", "a: duration", "a: certificate \"Subject\"",
      "a: certificate \"Subject-Alt-Name\"",
      "a: ip", "a: redirects nth 0 location", "a-{{b}}: jsonpath \"$.{{c}}\" toString redact",
      "a: header \"B\" regex \"c=(.*)\" toInt # d", "a: body  redact",
    ].map { "GET http://a\nHTTP 200\n[Captures]\n\($0)\n" }

  static let assertions =
    [
      "base64Decode", "base64Encode", "base64UrlSafeDecode", "base64UrlSafeEncode",
      "charsetDecode \"gb2312\"", "count", "dateFormat \"%Y\"", "daysAfterNow", "daysBeforeNow",
      "decode \"latin1\"", "first", "format \"%Y\"", "htmlEscape", "htmlUnescape",
      "jsonpath \"$.a\"", "last", "location", "nth -1", "nth {{n}}", "regex /a/", "regex \"a\"",
      "replace \"a\" \"b\"", "replaceRegex /a+/ \"$1\"", "replaceRegex \"a\" \"b\"",
      "split \",\"", "toDate \"%+\"", "toFloat", "toHex", "toInt", "toString", "urlDecode",
      "urlEncode", "urlQueryParam \"a\"", "utf8Decode", "utf8Encode", "xpath \"//a\"",
      "first last  nth 2\tcount",
    ].map { "GET http://a\nHTTP 200\n[Asserts]\nbody \($0) exists\n" }
    + [
      "== null", "== true", "!= false", "== 12", "== -1.50", "== 0",
      "== 123456789012345678901234567890", "== \"a {{b}}\"", "== `a`", "== ```\na\nb\n```",
      "== ```json\n{}\n```", "== /a/", "== hex,00;", "== base64,AA==;", "== file,a.txt;",
      "== {{a}}", "> 1", ">= \"a\"", "< {{a}}", "<= 1.5", "< `a`", "startsWith \"a\"",
      "startsWith hex,00;", "endsWith base64,AA==;", "endsWith `a`", "contains 1",
      "contains \"a\"", "includes 1", "matches \"a\"", "matches /^[a-z]\\/é+$/", "exists",
      "not exists", "not == 1", "not contains null", "isBoolean", "isCollection", "isDate",
      "isEmpty", "isFloat", "isInteger", "isIpv4", "isIpv6", "isIsoDate", "isList", "isNumber",
      "isObject", "isString", "isUuid", "exists # comment", "==1", "not !=\"a\"", ">=-1.5",
      "=={{a}}",
    ].map { "GET http://a\nHTTP 200\n[Asserts]\njsonpath \"$.a\" \($0)\n" }
    + HurlCookies.all.map {
      "GET http://a\nHTTP 200\n[Asserts]\ncookie \"a[\($0)]\" exists\n"
    }
    + ["Subject", "Issuer", "Start-Date", "Expire-Date", "Serial-Number"].map {
      "GET http://a\nHTTP 200\n[Asserts]\ncertificate \"\($0)\" exists\n"
    }
    + ["GET http://a\nHTTP 200\n[Asserts]\n\n# one\nstatus < 500 # two\n\nduration < 1000\n"]

  static let texts = [
    "GET http://a\nA: \\\" \\\\ \\/ \\# \\` \\b \\f \\n \\r \\t \\u{41} \\u{01F600}\n",
    "GET http://a\na\\#\\:\\\\\\/\\b\\f\\n\\r\\t\\u{e9}: b\n",
    "GET http://a\nA: { {a } {{b c}} \\{ }}\n".replacing("\\{", with: "{"),
    "GET http://a\nA: {{newDate}} {{ newUuid }} {{newDate x}} {{getEnv}}\n",
    "GET http://a\nA: {{randomBool}}{{randomEmail}}{{randomFirstName}}{{randomLastName}}\n",
    "GET http://a\nA: {{randomFullName}} {{randomWord}} {{randomInt -1 6}} {{randomString 8}}\n",
    "GET http://a\n[Options]\ncacert: \\\\\\b\\f\\n\\r\\t\\#\\;\\ \\{\\}\\u{e9}\n",
    "GET http://a\nHTTP 200\n[Asserts]\nbody == \"\\\"\\u{A}\\`\"\n",
    "GET http://a\nA: {{_}}-{{é-1}}\n",
  ]
}

private enum HurlCookies {
  static let all = [
    "Value", "Expires", "Max-Age", "Domain", "Path", "Secure", "HttpOnly", "SameSite", "httponly",
    "MAX-AGE",
  ]
}
