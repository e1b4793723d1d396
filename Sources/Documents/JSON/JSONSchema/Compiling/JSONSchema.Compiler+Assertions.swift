import Encodings

extension JSONSchema.Compiler {
  /// The assertion that a keyword makes, or nil when it makes none.
  mutating func assertion(
    _ key: String,
    _ value: JSONValue,
    _ place: Place
  ) throws(JSONSchemaError) -> JSONSchema.Assertion? {
    switch key {
    case "type": return .type(try types(value, place))
    case "enum":
      guard let values = value.array else { throw invalid("a list", value, place, key) }
      return .enumeration(values)
    case "const": return .constant(value)
    case "multipleOf":
      let divisor = try number(value, place, key)
      guard divisor > 0 else {
        throw error(.invalidKeyword, "expected a number above 0, got \(divisor)", place, key)
      }
      return .number(.multipleOf(divisor))
    case "maximum": return .number(.maximum(try number(value, place, key)))
    case "exclusiveMaximum": return .number(.exclusiveMaximum(try number(value, place, key)))
    case "minimum": return .number(.minimum(try number(value, place, key)))
    case "exclusiveMinimum": return .number(.exclusiveMinimum(try number(value, place, key)))
    case "maxLength": return .text(.maxLength(try count(value, place, key)))
    case "minLength": return .text(.minLength(try count(value, place, key)))
    case "pattern":
      guard let source = value.string else { throw invalid("a text", value, place, key) }
      return .text(.pattern(try pattern(source, place, key), source: source))
    case "maxItems": return .elements(.maxItems(try count(value, place, key)))
    case "minItems": return .elements(.minItems(try count(value, place, key)))
    case "uniqueItems":
      guard let isUnique = value.bool else { throw invalid("a boolean", value, place, key) }
      return isUnique ? .elements(.uniqueItems) : nil
    case "maxProperties": return .members(.maxProperties(try count(value, place, key)))
    case "minProperties": return .members(.minProperties(try count(value, place, key)))
    case "required": return .members(.required(try names(value, place, key)))
    case "dependentRequired":
      return .members(.dependentRequired(try dependentNames(value, place, key)))
    case "format":
      guard let name = value.string else { throw invalid("a text", value, place, key) }
      if let format = JSONSchema.Format(rawValue: name) { return .text(.format(format)) }
      guard options.knowsOpenAPI else { return nil }
      if name == "byte" { return .text(.base64) }
      return JSONSchema.NumberFormat(rawValue: name).map { .number(.format($0)) }
    default:
      return nil
    }
  }

  /// The lists of names among the older keyword `dependencies`.
  func dependencyNames(
    in members: JSONObject,
    at place: Place
  ) throws(JSONSchemaError) -> [(keyword: String, rule: JSONSchema.Assertion)] {
    guard let map = members["dependencies"]?.object else { return [] }
    var lists = JSONObject()
    for (name, list) in map where list.array != nil { lists[name] = list }
    let names = try dependentNames(.object(lists), place, "dependencies")
    return [("dependentRequired", .members(.dependentRequired(names)))]
  }

  /// A number of elements, members or code points; what is too large for an `Int` is no limit.
  func count(_ value: JSONValue, _ place: Place, _ key: String) throws(JSONSchemaError) -> Int {
    let number = try number(value, place, key)
    guard number.isInteger, number >= 0 else {
      let message = "expected a whole number from 0, got \(number)"
      throw error(.invalidKeyword, message, place, key)
    }
    return number.int ?? .max
  }

  /// A regular expression as JSON Schema takes them.
  func pattern(
    _ source: String,
    _ place: Place,
    _ key: String
  ) throws(JSONSchemaError) -> TextPattern {
    do throws(TextPatternError) {
      return try TextPattern(source, dialect: .ecma)
    } catch {
      let shown = TextPattern.shown(source)
      let message = "the pattern \"\(shown)\" cannot be used: \(error.message)"
      throw self.error(.pattern, message, place, key)
    }
  }

  private func invalid(
    _ expected: String,
    _ value: JSONValue,
    _ place: Place,
    _ key: String
  ) -> JSONSchemaError {
    error(.invalidKeyword, "expected \(expected), got \(value.typeName)", place, key)
  }

  private func number(
    _ value: JSONValue,
    _ place: Place,
    _ key: String
  ) throws(JSONSchemaError) -> JSONNumber {
    guard let number = value.number else { throw invalid("a number", value, place, key) }
    return number
  }

  private func names(
    _ value: JSONValue,
    _ place: Place,
    _ key: String
  ) throws(JSONSchemaError) -> [String] {
    var names: [String] = []
    for element in value.array ?? [value] {
      guard let name = element.string, value.array != nil else {
        throw invalid("a list of names", element, place, key)
      }
      names.append(name)
    }
    return names
  }

  private func dependentNames(
    _ value: JSONValue,
    _ place: Place,
    _ key: String
  ) throws(JSONSchemaError) -> [(key: String, names: [String])] {
    guard let map = value.object else { throw invalid("an object", value, place, key) }
    var result: [(key: String, names: [String])] = []
    for (name, list) in map { result.append((name, try names(list, place.appending(key), name))) }
    return result
  }

  private func types(
    _ value: JSONValue,
    _ place: Place
  ) throws(JSONSchemaError) -> JSONSchema.ValueTypes {
    let known = JSONSchema.ValueTypes.names
    var types = JSONSchema.ValueTypes()
    for element in value.array ?? [value] {
      guard let name = element.string, let bit = known.firstIndex(of: name) else {
        let names = known.joined(separator: ", ")
        let near = element.string.flatMap { EditDistance.nearest(to: $0, in: known) }
        let hint = near.map { ", did you mean \"\($0)\"?" } ?? ""
        let message = "expected a type out of \(names), got \(element)\(hint)"
        throw error(.invalidKeyword, message, place, "type")
      }
      types.insert(JSONSchema.ValueTypes(rawValue: 1 << bit))
    }
    return types
  }
}
