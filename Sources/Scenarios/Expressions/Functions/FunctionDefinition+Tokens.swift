import Documents
import Encodings

extension FunctionDefinition {
  /// What takes tokens and addresses apart.
  static let tokens = [
    FunctionDefinition(
      "jwt",
      ["token"],
      "The header and the claims of a JSON Web Token (RFC 7519), decoded; its signature is not verified.",
      example:
        "jwt('eyJhbGciOiJub25lIn0.eyJzdWIiOiJhZGEifQ.')  # {\"header\": {\"alg\": \"none\"}, \"claims\": {\"sub\": \"ada\"}}"
    ) { arguments throws(FunctionFailure) in
      let parts = try arguments.text(0).utf8.split(
        separator: UInt8(ascii: "."),
        omittingEmptySubsequences: false
      )
      guard parts.count == 3 else {
        throw FunctionFailure(
          "not a JSON Web Token: it has three parts with points between them, this text has \(parts.count)",
          argument: 0,
          hint: parts.count == 5 ? "one of five parts is encrypted, its claims cannot be read" : nil
        )
      }
      let header = try part(parts[0], "header")
      let claims = try part(parts[1], "claims")
      guard Base64.decode(Substring(parts[2]), alphabet: .url) != nil else {
        throw FunctionFailure(
          "not a JSON Web Token: its signature is not Base64 of the alphabet for URLs",
          argument: 0
        )
      }
      return ["header": header, "claims": claims]
    },
    FunctionDefinition(
      "url_parse",
      ["url"],
      "The parts of a URL: scheme, host, port (a number), path, query (an object, its names and values decoded; a repeated name has a list), fragment. A part that is not there is nothing.",
      example:
        "url_parse('http://h:81/a?b=1#c')  # {\"scheme\": \"http\", \"host\": \"h\", \"port\": 81, \"path\": \"/a\", \"query\": {\"b\": \"1\"}, \"fragment\": \"c\"}"
    ) { arguments throws(FunctionFailure) in
      let url = URIReference(try arguments.text(0))
      var parts = JSONObject()
      if let scheme = url.scheme {
        guard URIReference.isScheme(scheme) else {
          throw FunctionFailure("the URL has no scheme before its first colon", argument: 0)
        }
        parts["scheme"] = .string(scheme)
      }
      if let authority = url.authority {
        parts["host"] = .string(authority.host)
        if let port = authority.port, !port.isEmpty {
          guard port.utf8.allSatisfy({ $0 &- UInt8(ascii: "0") < 10 }), let number = Int(port),
            number <= 65_535
          else {
            throw FunctionFailure("the port of the URL is no number up to 65535", argument: 0)
          }
          parts["port"] = .number(JSONNumber(number))
        }
      }
      parts["path"] = .string(url.path)
      parts["query"] = try members(of: url.query ?? "")
      if let fragment = url.fragment { parts["fragment"] = .string(fragment) }
      return .object(parts)
    },
    FunctionDefinition(
      "url_param",
      ["url", "name"],
      "The value that the query of a URL gives a name, decoded, the first of several; nothing without the name.",
      example: "url_param('/orders?page=2&size=50', 'page')  # \"2\""
    ) { arguments throws(FunctionFailure) in
      let url = URIReference(try arguments.text(0))
      let value = try members(of: url.query ?? "")[try arguments.text(1)]
      return value?.array.map { $0.first } ?? value
    },
    FunctionDefinition(
      "url_resolve",
      ["reference", "base"],
      "The URL that a reference, such as a link of a page, stands for beside the URL where it was found (RFC 3986, section 5).",
      example: "url_resolve('../b?c=1', 'http://h/a/d/')  # \"http://h/a/b?c=1\""
    ) { arguments throws(FunctionFailure) in
      let (reference, base) = (try arguments.text(0), URIReference(try arguments.text(1)))
      guard let scheme = base.scheme, URIReference.isScheme(scheme), base.authority != nil else {
        throw FunctionFailure(
          "the base is no URL with a scheme and a host",
          argument: 1,
          hint: "write the URL where the reference was found, as in response.url"
        )
      }
      return try arguments.bounded(URIReference(reference).resolved(against: base).text)
    },
  ]

  /// A part of a token, which is an object of JSON.
  private static func part(
    _ digits: Substring.UTF8View,
    _ name: String
  ) throws(FunctionFailure) -> JSONValue {
    // No message shows a piece of the part: nobody has said yet that it is a secret.
    let wrong: String
    if let bytes = Base64.decode(Substring(digits), alphabet: .url) {
      if let value = try? JSONParser().parse(bytes) {
        if value.object != nil { return value }
        wrong = "are not an object, but \(value.kindName)"
      } else {
        wrong = "are not JSON"
      }
    } else {
      wrong = "are not Base64 of the alphabet for URLs"
    }
    throw FunctionFailure(
      "not a JSON Web Token: the bytes of its \(name) \(wrong)",
      argument: 0,
      hint: name == "header" ? "write the token alone, without \"Bearer\" before it" : nil
    )
  }

  /// The names and values of a query, as a form has them.
  private static func members(of query: String) throws(FunctionFailure) -> JSONValue {
    do throws(BodyFormat.Failure) {
      guard case .tree(let members) = try BodyFormat.form.decode(.init(Array(query.utf8))).content
      else { return .object(JSONObject()) }
      return members
    } catch {
      throw FunctionFailure("the query of the URL: \(error)", argument: 0)
    }
  }
}
