extension ForeignWords {
  /// Words of others, folded, with the words of the format; the first that may stand at a place is meant.
  static let words: [Subject: [String: [String]]] = [
    .key: keys, .matcher: matchers, .function: functions, .name: names,
  ]

  private static let keys: [String: [String]] = [
    "acceptencoding": ["compressed"], "accesskeyid": ["access-key"],
    "after": ["teardown", "after-all"], "afterall": ["after-all", "teardown"],
    "allowfailure": ["continue"],
    "agent": ["user-agent"], "allowredirects": ["follow-redirects"], "assert": ["expect"],
    "assertions": ["expect"], "asserts": ["expect"], "authorization": ["auth"], "baseurl": ["base"],
    "before": ["setup", "before-all"], "beforeall": ["before-all", "setup"],
    "block": ["steps"],
    "cert": ["certificate"], "check": ["expect"], "cleanup": ["teardown"], "cmd": ["exec"],
    "code": ["status"], "command": ["exec"], "condition": ["when", "while"],
    "contenttype": ["type"], "continueonerror": ["continue"], "continueonfailure": ["continue"],
    "cookiejar": ["cookies-file"], "count": ["attempts", "repeat", "at-most"],
    "data": ["cases", "json", "form"], "datadriven": ["cases"], "dataset": ["cases"],
    "decompress": ["compressed"], "delay": ["wait", "every"], "dns": ["resolve"],
    "do": ["steps"], "echo": ["log"],
    "env": ["environments"], "envs": ["environments"], "examples": ["cases"], "export": ["capture"],
    "extract": ["capture"], "feature": ["scenario"], "follow": ["follow-redirects"],
    "followlocation": ["follow-redirects"], "followredirect": ["follow-redirects"], "for": ["each"],
    "foreach": ["each"], "given": ["setup"], "group": ["steps"], "gzip": ["compressed"],
    "h": ["height"],
    "host": ["base"], "httpversion": ["http"], "if": ["when"], "ignoreerrors": ["continue"],
    "ignorefailure": ["continue"], "ignorefailures": ["continue"],
    "import": ["use"], "in": ["each"], "include": ["use"], "inputs": ["with", "parameters"],
    "interval": ["every"], "ipversion": ["ip"], "items": ["each"], "iterations": ["repeat"],
    "jsonbody": ["json"], "jsonlines": ["jsonl"], "jsonpath": ["json"], "keepgoing": ["continue"],
    "key": ["access-key"],
    "let": ["set", "variables"], "limit": ["at-most", "attempts"],
    "location": ["follow-redirects"], "locationtrusted": ["redirect-credentials"],
    "loop": ["each", "repeat"], "max": ["at-most", "attempts"],
    "maxattempts": ["attempts"], "maxredirects": ["follow-redirects"],
    "maxredirs": ["follow-redirects"], "maxsize": ["max-body"], "maxtime": ["for", "timeout"],
    "message": ["log"], "multipartform": ["multipart"], "name": ["scenario", "step"],
    "ndjson": ["jsonl"], "netrcfile": ["netrc"], "netrcoptional": ["netrc"],
    "onlyif": ["when"], "parameters": ["with", "query", "parameters"],
    "params": ["with", "query", "parameters"], "pass": ["password"], "pattern": ["match"],
    "pause": ["wait", "every"],
    "print": ["log"], "queryparams": ["query"], "querystring": ["query"], "ratelimit": ["rate"],
    "redirect": ["follow-redirects"], "redirects": ["follow-redirects"], "regex": ["match"],
    "regexp": ["match"], "register": ["capture"],
    "response": ["expect"], "responsecode": ["status"], "responsetime": ["time"],
    "retries": ["retry", "attempts"], "retry": ["retries"], "rows": ["cases"],
    "run": ["exec", "use"], "save": ["capture"], "script": ["exec"],
    "secret": ["secret-key", "client-secret"], "secretaccesskey": ["secret-key"], "shell": ["exec"],
    "size": ["length"], "sleep": ["wait", "every"], "socket": ["unix-socket"],
    "statuscode": ["status"],
    "store": ["capture"], "summary": ["description"], "test": ["scenario", "step"],
    "tests": ["expect", "steps"], "throttle": ["rate"], "times": ["repeat", "attempts", "at-most"],
    "title": ["scenario", "step"], "tries": ["attempts"], "type": ["content-type", "format"],
    "transform": ["pipe"], "until": ["repeat", "retry"], "url": ["base", "token-url"],
    "urlencoded": ["form"],
    "username": ["user"],
    "validate": ["expect"], "var": ["set", "variables"], "vars": ["variables", "set"],
    "verify": ["expect"], "w": ["width"],
    "while": ["repeat"],
    "withitems": ["each"], "xfail": ["known-failure"], "xpath": ["xml"],
  ]

  private static let matchers: [String: [String]] = [
    "all": ["each"], "array": ["array"], "atleast": ["gte"], "atmost": ["lte"],
    "bool": ["boolean"], "containing": ["contains"], "datetime": ["date-time"], "delta": ["within"],
    "dict": ["object"], "double": ["number"], "endswith": ["ends-with"], "eq": ["equals"],
    "equalto": ["equals"], "every": ["each"], "float": ["number"], "ge": ["gte"],
    "greater": ["gt"], "greaterthan": ["gt"], "greaterorequal": ["gte"],
    "greaterthanorequal": ["gte"], "guid": ["uuid"], "has": ["contains"], "includes": ["contains"],
    "int": ["integer"], "ip": ["ipv4"], "is": ["equals"], "isempty": ["empty"], "le": ["lte"],
    "less": ["lt"], "lessthan": ["lt"], "lessorequal": ["lte"], "lessthanorequal": ["lte"],
    "list": ["array"], "long": ["integer"], "mail": ["email"], "map": ["object"],
    "match": ["matches"], "maxlength": ["length"], "minlength": ["length"], "none": ["null"],
    "nil": ["null"], "oneof": ["in"], "pattern": ["matches"], "present": ["exists"],
    "range": ["between"], "regex": ["matches"], "regexp": ["matches"], "size": ["count"],
    "some": ["any"], "startswith": ["starts-with"], "str": ["string"], "text": ["string"],
    "timestamp": ["date-time"], "tolerance": ["within"], "url": ["uri"], "value": ["equals"],
  ]

  private static let functions: [String: [String]] = [
    "atob": ["base64_decode"], "btoa": ["base64"], "charsetdecode": ["hex_decode"],
    "currenttime": ["now"], "dateformat": ["date"], "daysafternow": ["days_until"],
    "decode": ["hex_decode"], "decodeuri": ["url_decode"], "encodeuri": ["url_encode"],
    "encodeuricomponent": ["url_encode"], "encode": ["hex"], "epoch": ["timestamp"],
    "fromjson": ["from_json"],
    "formatdate": ["date"], "guid": ["uuid"], "hmac": ["hmac_sha256"], "parseurl": ["url_parse"],
    "urljoin": ["url_resolve"], "joinurl": ["url_resolve"], "resolveurl": ["url_resolve"],
    "filebase64": ["file_hex"], "readfilebytes": ["file_hex"], "readbytes": ["file_hex"],
    "jwtdecode": ["jwt"], "includes": ["contains"],
    "indexof": ["contains"], "jsonparse": ["from_json"], "jsonstringify": ["to_json"],
    "len": ["length"], "lowercase": ["lower"], "number": ["float"], "parseint": ["int"],
    "parsefloat": ["float"], "rand": ["random"], "randint": ["random"], "randomint": ["random"],
    "randomstring": ["random_text"], "randomuuid": ["uuid"], "regexp": ["regex"],
    "size": ["length"], "str": ["text"], "string": ["text"], "strip": ["trim"],
    "strftime": ["date"], "strptime": ["date_parse"], "todate": ["date_parse"],
    "tofloat": ["float"], "tohex": ["hex"], "tojson": ["to_json"], "tolower": ["lower"],
    "tolowercase": ["lower"],
    "tostring": ["text"], "toupper": ["upper"], "touppercase": ["upper"], "typeof": ["type"],
    "uppercase": ["upper"], "urlencode": ["url_encode"], "urlqueryparam": ["url_param"],
    "utf8decode": ["hex_decode"], "utf8encode": ["hex"], "uuid4": ["uuid"],
    "base64encode": ["base64"], "b64": ["base64"], "b64encode": ["base64"],
    "b64decode": ["base64_decode"], "concatenate": ["concat"], "formattime": ["date"],
    "json": ["from_json"], "jsonencode": ["to_json"], "jsondecode": ["from_json"],
    "match": ["matches"], "parsejson": ["from_json"], "randomhex": ["random_text"],
    "readfile": ["file"], "test": ["matches"], "tojsonstring": ["to_json"], "tonumber": ["float"],
    "epochms": ["timestamp"], "millis": ["timestamp"], "timestampms": ["timestamp"],
    "unix": ["timestamp"], "unixms": ["timestamp"], "unixtime": ["timestamp"],
    "unixtimestamp": ["timestamp"],
  ]

  private static let names: [String: [String]] = [
    "cases": ["case"], "code": ["status"], "duration": ["time"],
    "elapsed": ["time"], "environ": ["env"], "environment": ["env"], "header": ["headers"],
    "body": ["text"], "data": ["json", "case"], "iteration": ["loop"], "length": ["size"],
    "res": ["response"], "resp": ["response"], "row": ["case"], "secrets": ["secret"],
    "statuscode": ["status"], "statustext": ["reason"],
  ]

  /// Hints for words that have no word of the format in their place: behind the subject or the noun of the map.
  static let advices: [String: String] = [
    "a step method": requestLine, "a step url": requestLine, "a step uri": requestLine,
    "a step endpoint": requestLine, "a step path": requestLine,
    "a step body": "write what the body is: json, form, multipart, xml, text, file, …",
    "a step payload": "write what the body is: json, form, multipart, xml, text, file, …",
    "a step contenttype": "write headers: { Content-Type: … }; content-type stands in expect",
    "a step jsonl": jsonLines, "a step ndjson": jsonLines, "a step csv": csvRows,
    "a scenario matrix": rows, "a scenario csv": rows, "a scenario data": rows,
    "a scenario examples": rows, "a scenario parameters": rows,
    "a step skip": "a scenario has skip; a step has when: ${…} and known-failure: reason",
    "a step group": "a group has its name under step and its steps under steps",
    "a step description": "write step for its name, or a comment behind #",
    "a step tags": "tags belong to the scenario",
    "retry of a group if": groupRetry, "retry of a group until": groupRetry,
    "a step then": branches, "a step else": branches,
    "auth apikey": "write headers: { X-Api-Key: \"${secret.KEY}\" } in the step",
    "auth username": "write basic: { user: ada, password: lovelace }",
    "auth none": "write auth: none",
    "auth type": "write the scheme as key: basic: { user: ada, password: lovelace }",
    "a part base64": partBytes, "a part bytes": partBytes, "a part hex": partBytes,
    "a part content": "write value for a text, file for the bytes of a file",
    "a step insecure": "write options: { tls: { insecure: true } }",
    "expect body": "write what the body is: json, xml, html, text, bytes, …",
    "expect empty": "write size: 0",
    "expect maxtime": "write time: { lt: 2s }",
    "expect reason": reason, "expect reasonphrase": reason, "expect statustext": reason,
    "expect schema": "write json: { schema: order.schema.json }",
    "options insecure": "write tls: { insecure: true }",
    "options verify": "write tls: { insecure: true } to trust any certificate",
    "options verifyssl": "write tls: { insecure: true } to trust any certificate",
    "options ssl": "write tls: { … }",
    "options ca": authority, "options cafile": authority, "options cacert": authority,
    "options cabundle": authority, "options cacertificate": authority,
    "options certificate": clientCertificate, "options cert": clientCertificate,
    "options clientcert": clientCertificate, "options clientcertificate": clientCertificate,
    "certificate daysleft": leftDays, "certificate days": leftDays,
    "certificate validfor": leftDays, "certificate validity": leftDays,
    "options headers": "headers stand in the step, beside options",
    "options retries": "retry stands in the step, beside options",
    "options retry": "retry stands in the step, beside options",
    "options auth": "auth stands in the step, beside options",
    "repeat times": "write repeat: 3 for a number of turns",
    "repeat count": "write repeat: 3 for a number of turns",
    "tls verify": "write insecure: true to trust any certificate",
    "matcher $is": "$is stands inside equals and partial; here its matchers stand by themselves",
    "matcher that": "that stands in expect; without a request write assert: ${…}",
    "matcher ne": "write not: { equals: … }",
    "matcher neq": "write not: { equals: … }",
    "matcher notequals": "write not: { equals: … }",
    "matcher notequal": "write not: { equals: … }",
    "matcher isnot": "write not: { equals: … }",
    "matcher notcontains": "write not: { contains: … }",
    "matcher doesnotcontain": "write not: { contains: … }",
    "matcher notin": "write not: { in: […] }",
    "matcher notempty": "write empty: false",
    "matcher notnull": "write not: { equals: null }",
    "matcher notexists": "write exists: false",
    "matcher isnull": "write equals: null",
    "matcher null": "write equals: null",
    "matcher and":
      "matchers of one map must all hold; or write all-of: [matcher, …]",
    "matcher or": "write in: […] for some values, any-of: [matcher, …] for matchers",
    "matcher optional": "write when, or in: [null, …]",
    "function substring": part, "function substr": part, "function slice": part,
    "function find": part,
    "function startswith": "write matches(text, '^start')",
    "function endswith": "write matches(text, 'end$')",
    "function add": "write a + b; now('1h') is the time in an hour",
    "function subtract": "write a - b; now('-1h') is the time an hour ago",
    "function default": "write value ?? otherwise",
    "function coalesce": "write value ?? otherwise",
    "function floor": rounding, "function ceil": rounding,
    "function abs": "write if(number < 0, 0 - number, number)",
    "function today": "write date(now(), 'yyyy-MM-dd')",
    "function choice": anyElement, "function sample": anyElement,
    "function sleep": "write a step wait: 1s",
    "function env": "write env.NAME",
    "function var": "write the variable's name alone",
    "function getenv": "write env.NAME",
    "name base": "a URL that starts with / is put under the base",
    "name baseurl": "a URL that starts with / is put under the base",
    "name this": "write a variable's name alone",
    "name vars": "write the variable's name alone",
    "name variables": "write the variable's name alone",
    "name process": "write env.NAME",
    "name pm": "write a variable's name alone, or response.json in expect and capture",
  ]

  private static let groupRetry =
    "a group is tried again until all its steps pass: let one of them say it, as in - assert: ${…}"
  private static let branches =
    "a step has no branches: give each its own when: ${…}, or several at once, as steps: […]"
  private static let jsonLines =
    "write text: | with a value on each line, and headers: { Content-Type: application/jsonl }"

  private static let csvRows =
    "write text: | with the rows, and headers: { Content-Type: text/csv }"

  private static let partBytes = "bytes come from a file: { file: logo.png, type: image/png }"

  private static let part = "write regex(text, pattern): its group 1 is the part"

  private static let rounding = "int(value) cuts the fraction off, round(number) rounds"

  private static let anyElement = "write nth(list, random(0, count(list) - 1))"

  private static let authority = "write tls: { ca: FILE }"

  private static let clientCertificate = "write tls: { certificate: FILE, key: FILE }"

  private static let leftDays =
    "write expires: { after: \"${now('30d')}\" } for at least 30 days more"

  private static let rows = "write cases, which takes a list of maps, csv, json or matrix"
  private static let reason = "write that: \"${response.reason == 'Created'}\""
  private static let requestLine =
    "write the method as key: GET: /orders, or request: { method: PURGE, url: /cache }"
}
