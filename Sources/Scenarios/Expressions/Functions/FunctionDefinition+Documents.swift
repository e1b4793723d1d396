import Documents
import Encodings

extension FunctionDefinition {
  static let documents = [
    FunctionDefinition(
      "to_json",
      ["value"],
      "The value as compact JSON.",
      example: "to_json([1, 2])  # \"[1,2]\""
    ) { arguments throws(FunctionFailure) in
      try arguments.bounded(arguments[0].serializedText())
    },
    FunctionDefinition(
      "from_json",
      ["text"],
      "The value that a JSON text stands for.",
      example: "from_json('[1, 2]')  # [1, 2]"
    ) { arguments throws(FunctionFailure) in
      let text = try arguments.text(0)
      do throws(JSONParserError) {
        return try JSONParser().parse(text)
      } catch {
        throw FunctionFailure("not JSON: \(error)", argument: 0)
      }
    },
    FunctionDefinition(
      "file",
      ["path"],
      "The text of a file of the project, UTF-8, its path relative to the scenario's file.",
      example: "file('token.txt')"
    ) { arguments throws(FunctionFailure) in
      let path = try arguments.text(0)
      guard let text = String(validating: try read(path, arguments), as: UTF8.self) else {
        throw FunctionFailure(
          "the file \"\(path)\" is not UTF-8 text",
          argument: 0,
          hint: "file_hex reads any bytes, and hex_to_base64 writes them as Base64"
        )
      }
      return try arguments.bounded(text)
    },
    FunctionDefinition(
      "file_hex",
      ["path"],
      "The bytes of a file of the project in hexadecimal digits, its path relative to the scenario's file.",
      example: "file_hex('logo.png')"
    ) { arguments throws(FunctionFailure) in
      try arguments.bounded(Hex.encode(try read(try arguments.text(0), arguments)))
    },
    FunctionDefinition(
      "jsonpath",
      ["value", "path"],
      "What a JSONPath (RFC 9535) finds: a singular path its value or nothing, any other a list.",
      example: "jsonpath(response.json, '$.lines[*].sku')  # [\"ABC-1\"]"
    ) { arguments throws(FunctionFailure) in
      let text = try arguments.text(1)
      do throws(JSONPathError) {
        let path = try JSONPath(parsing: text)
        let values = try path.values(in: arguments[0])
        return path.isSingular ? values.first : .array(values)
      } catch {
        throw FunctionFailure("\"\(text)\": \(error)", argument: 1)
      }
    },
    FunctionDefinition(
      "jsonpath_all",
      ["value", "path"],
      "All that a JSONPath (RFC 9535) finds, always as a list.",
      example: "jsonpath_all(from_json('[7]'), '$[0]')  # [7]"
    ) { arguments throws(FunctionFailure) in
      let text = try arguments.text(1)
      do throws(JSONPathError) {
        return .array(try JSONPath(parsing: text).values(in: arguments[0]))
      } catch {
        throw FunctionFailure("\"\(text)\": \(error)", argument: 1)
      }
    },
    FunctionDefinition(
      "html_xpath",
      ["text", "path", "all?"],
      "What an XPath 1.0 finds in a text of HTML: the text of its one node, nothing without a node; with true a list.",
      example: "html_xpath('<p>1', '//p')  # \"1\""
    ) { arguments throws(FunctionFailure) in
      let (text, path) = (try arguments.text(0), try arguments.text(1))
      let takesAll = arguments.count > 2 ? try arguments.boolean(2) : false
      let page: HTMLDocument
      do throws(XMLDocumentError) {
        page = try HTMLDocument(parsing: Array(text.utf8), charset: "UTF-8")
      } catch {
        throw FunctionFailure("not HTML: \(error)", argument: 0)
      }
      let result: XPathResult
      do throws(XPathError) {
        result = try page.evaluate(XPath(parsing: path))
      } catch {
        throw FunctionFailure(error.description, argument: 1)
      }
      return try value(of: result, path, takesAll)
    },
    FunctionDefinition(
      "xpath",
      ["text", "path", "all?", "namespaces?"],
      "What an XPath 1.0 finds in an XML text: the text of its one node, nothing without a node; with true a list. It knows the prefixes of the root element (_ is its default namespace), of the file's `namespaces` and of an object given last.",
      example: "xpath('<a><b>1</b></a>', '/a/b')  # \"1\""
    ) { arguments throws(FunctionFailure) in
      let (text, path) = (try arguments.text(0), try arguments.text(1))
      // Either of the two last may stand alone.
      let givesNamespaces = arguments.count == 3 && arguments[2].object != nil
      let takesAll = arguments.count > 2 && !givesNamespaces ? try arguments.boolean(2) : false
      let namespaces = try prefixes(arguments, givesNamespaces ? 2 : 3)
      let document: XMLDocument
      do throws(XMLDocumentError) {
        document = try XMLDocument(parsing: Array(text.utf8))
      } catch {
        throw FunctionFailure("not XML: \(error)", argument: 0)
      }
      let result: XPathResult
      do throws(XPathError) {
        result = try document.evaluate(XPath(parsing: path), namespaces: namespaces)
      } catch {
        throw FunctionFailure(error.description, argument: 1)
      }
      return try value(of: result, path, takesAll)
    },
  ]

  /// The one value that an XPath gives, or all of them as a list.
  private static func value(
    of result: XPathResult,
    _ path: String,
    _ takesAll: Bool
  ) throws(FunctionFailure) -> JSONValue? {
    let found: [JSONValue]
    switch result {
    case .nodes(let nodes): found = nodes.map { .string($0.text) }
    case .string(let text): found = [.string(text)]
    case .number(let number): found = JSONNumber(number).map { [.number($0)] } ?? []
    case .boolean(let value): found = [.bool(value)]
    }
    if takesAll { return .array(found) }
    guard found.count < 2 else {
      throw FunctionFailure(
        "\"\(path)\" found \(found.count) nodes",
        hint: "with true as last argument it gives a list"
      )
    }
    return found.first
  }

  /// The prefixes that the file knows, and over them those of an argument.
  private static func prefixes(
    _ arguments: FunctionArguments,
    _ index: Int
  ) throws(FunctionFailure) -> [String: String] {
    var prefixes = arguments.services.namespaces
    guard arguments.count > index else { return prefixes }
    guard let given = arguments[index].object else {
      throw arguments.unfit(index, wanted: "an object of prefixes and URIs")
    }
    for (prefix, uri) in given {
      guard let uri = uri.string else {
        throw FunctionFailure(
          "xpath wants a text as URI of the prefix \(prefix), got \(uri.kindName)",
          argument: index
        )
      }
      prefixes[prefix] = uri
    }
    return prefixes
  }

  /// The bytes of the file that the first argument names.
  private static func read(
    _ path: String,
    _ arguments: FunctionArguments
  ) throws(FunctionFailure) -> [UInt8] {
    do throws(ExpressionFailure) {
      return try arguments.services.readFile(path)
    } catch {
      throw FunctionFailure(error.message, argument: 0, hint: error.hint)
    }
  }
}
