/// The few queries that the demo API understands.
enum GraphQLQuery {
  /// A field and the names below it.
  struct Field {
    var name: String
    var members: [String]
  }

  /// `order(id: "…") { … }`, or with `$name` as id.
  case order(id: String, fields: [Field])
  /// `items { … }`.
  case items(fields: [Field])
  case other

  init(_ text: String) {
    // What stands before the first brace names the operation and its variables.
    var rest = Self.tokens(text).drop { $0 != "{" }.dropFirst()
    self = .other
    switch rest.popFirst() {
    case "items":
      let fields = Self.fields(&rest)
      if !fields.isEmpty { self = .items(fields: fields) }
    case "order":
      guard rest.prefix(3) == ["(", "id", ":"], rest.count > 4 else { return }
      rest = rest.dropFirst(3)
      var id = rest.removeFirst()
      if id.hasPrefix("\"") { id = String(id.dropFirst().dropLast()) }
      guard rest.popFirst() == ")" else { return }
      let fields = Self.fields(&rest)
      if !fields.isEmpty { self = .order(id: id, fields: fields) }
    default: break
    }
  }

  /// Fields in braces, with one level of braces below; none when it is not like that.
  private static func fields(_ tokens: inout ArraySlice<String>) -> [Field] {
    guard tokens.popFirst() == "{" else { return [] }
    var fields: [Field] = []
    while let token = tokens.popFirst(), token != "}" {
      guard token == "{" else {
        fields.append(Field(name: token, members: []))
        continue
      }
      let members = Array(tokens.prefix { $0 != "}" })
      tokens = tokens.dropFirst(members.count + 1)
      guard !fields.isEmpty, !members.contains("{") else { return [] }
      fields[fields.count - 1].members = members
    }
    return fields
  }

  /// Names with their `$`, texts with their quotes, and single marks; commas are blanks.
  private static func tokens(_ text: String) -> [String] {
    var tokens: [String] = []
    var rest = Substring(text)
    while let first = rest.first {
      if first.isWhitespace || first == "," {
        rest.removeFirst()
      } else if first == "\"" {
        let content = rest.dropFirst().prefix { $0 != "\"" }
        tokens.append("\"\(content)\"")
        rest = rest.dropFirst(content.count + 2)
      } else if isNamePart(first) || first == "$" {
        let name = String(first) + rest.dropFirst().prefix(while: isNamePart)
        tokens.append(name)
        rest = rest.dropFirst(name.count)
      } else {
        tokens.append(String(first))
        rest.removeFirst()
      }
    }
    return tokens
  }

  private static func isNamePart(_ character: Character) -> Bool {
    character.isASCII && (character.isLetter || character.isNumber || character == "_")
  }
}
