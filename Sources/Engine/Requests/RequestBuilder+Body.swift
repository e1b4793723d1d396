import Diagnostics
import Documents
import Encodings
import RunEvents
import Scenarios
import SessionCore

/// The bodies that a step can say.
extension RequestBuilder {
  /// Puts the body into a request, and its content type unless the step has set one.
  func addBody(to built: inout SessionRequest, _ settings: RequestSettings) throws(StepFault) {
    guard let body = request.body else { return }
    switch body {
    case .json(let template):
      let value = try scope.evaluate(template)
      set(&built, value.serialized(), "application/json")
    case .form(let fields):
      let text = try encode(fields, settings, at: request.url.range)
      set(&built, Array(text.utf8), "application/x-www-form-urlencoded")
    case .multipart(let parts, _):
      try setMultipart(&built, parts)
    case .computedMultipart(let template):
      let parts = try computed(template) { (value, range) throws(Diagnostic) in
        try Self.reader.multipart(value, at: range)
      }
      try setMultipart(&built, parts)
    case .xml(let template):
      set(&built, Array(try escapedForXML(template).utf8), "application/xml")
    case .text(let template):
      let text = try scope.evaluate(template)
      set(&built, Array(text.utf8), "text/plain; charset=utf-8")
    case .plist(let template):
      let value = try scope.evaluate(template)
      try setPropertyList(&built, value, at: template.range)
    case .graphQL(let query, let variables, let operation):
      try setGraphQL(&built, query, variables, operation)
    case .file(let template):
      let path = try path(template)
      built.body = .file(path: path)
      built.headers.setIfAbsent("Content-Type", MediaType.ofFile(named: path))
    case .template(let template):
      try setTemplate(&built, template)
    case .base64(let template):
      let text = try scope.evaluate(template)
      guard let bytes = Base64.decode(text, allowing: .whitespace) else {
        throw StepFault(.request, "this is not base64", at: template.range)
      }
      set(&built, bytes, "application/octet-stream")
    case .hex(let template):
      let text = try scope.evaluate(template)
      guard let bytes = Hex.decode(text, ignoresWhitespace: true) else {
        throw StepFault(
          .request,
          "this is not hexadecimal: expected pairs of 0-9 and a-f",
          at: template.range
        )
      }
      set(&built, bytes, "application/octet-stream")
    }
  }

  private func set(_ built: inout SessionRequest, _ bytes: [UInt8], _ type: String) {
    built.body = .bytes(bytes)
    built.headers.setIfAbsent("Content-Type", type)
  }

  private func setPropertyList(
    _ built: inout SessionRequest,
    _ value: JSONValue,
    at range: SourceRange
  ) throws(StepFault) {
    let parameters = ParameterValue(value)
    do throws(SessionError) {
      var serialized = built
      serialized.method = "POST"
      serialized = try PropertyListRequestSerializer().serialize(parameters, into: serialized)
      built.body = serialized.body
    } catch {
      throw StepFault(.request, error.message, at: range)
    }
    built.headers.setIfAbsent("Content-Type", "application/x-plist")
  }

  private func setGraphQL(
    _ built: inout SessionRequest,
    _ query: TextTemplate,
    _ variables: ValueTemplate?,
    _ operation: TextTemplate?
  ) throws(StepFault) {
    var body = JSONObject()
    body["query"] = .string(try scope.evaluate(query))
    if let variables { body["variables"] = try scope.evaluate(variables) }
    if let operation {
      body["operationName"] = .string(try scope.evaluate(operation))
    }
    set(&built, JSONValue.object(body).serialized(), "application/json")
  }

  private func setTemplate(
    _ built: inout SessionRequest,
    _ template: TextTemplate
  )
    throws(StepFault)
  {
    let name = try scope.evaluate(template)
    let bytes = try read(name, at: template.range)
    guard String(validating: bytes, as: UTF8.self) != nil else {
      throw StepFault(
        .file,
        "\(name) is not UTF-8, so its expressions cannot be filled in",
        at: template.range,
        hint: "write it in UTF-8, or send it as it is with `file`"
      )
    }
    let file = SourceFile(path: name, utf8: bytes)
    let type = MediaType.ofFile(named: name)
    let content: TextTemplate
    do throws(Diagnostic) {
      content = try TextTemplate(parsing: file)
    } catch {
      throw StepFault(.file, error.message, at: error.range ?? template.range, hint: error.hint)
    }
    let isXML = type.hasSuffix("/xml") || type.hasSuffix("+xml")
    let text =
      isXML ? try escapedForXML(content) : try scope.evaluate(content)
    set(&built, Array(text.utf8), type)
  }

  private func setMultipart(
    _ built: inout SessionRequest,
    _ parts: [MultipartPart]
  ) throws(StepFault) {
    let form = try multipart(parts)
    built.body = .multipart(form)
    // Only this type has the boundary in it.
    built.headers["Content-Type"] = form.contentType
  }

  private func multipart(_ parts: [MultipartPart]) throws(StepFault) -> MultipartFormData {
    // The boundary comes from the run's seed, so that equal runs send equal bytes.
    let digits = Hex.text(scope.random.next(), width: 16, isUppercase: true)
    var form = MultipartFormData(boundary: "Boundary+" + digits)
    for part in parts {
      let name = try scope.evaluate(part.name)
      let filename = try evaluate(part.filename)
      let type = try evaluate(part.type)
      switch part.content {
      case .value(let template):
        for text in try texts(template) ?? [] {
          form.append(Array(text.utf8), name: name, fileName: filename, mimeType: type)
        }
      case .file(let template):
        let path = try path(template)
        do throws(SessionError) {
          try form.append(file: path, name: name, fileName: filename, mimeType: type)
        } catch {
          throw StepFault(.file, error.message, at: template.range)
        }
      }
    }
    return form
  }

  private func evaluate(_ template: TextTemplate?) throws(StepFault) -> String? {
    guard let template else { return nil }
    return try scope.evaluate(template)
  }

  private func escapedForXML(_ template: TextTemplate) throws(StepFault) -> String {
    do throws(ExpressionFailure) {
      return try template.evaluate(in: scope, escaping: Self.escapeForXML)
    } catch {
      throw StepFault(error, at: template.range)
    }
  }

  /// Text as XML takes it in content and in attributes.
  private static func escapeForXML(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "'": escaped += "&apos;"
      case _: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  private func path(_ template: TextTemplate) throws(StepFault) -> String {
    let text = try scope.evaluate(template)
    do throws(ExpressionFailure) {
      return try scope.scenario.files.path(of: text)
    } catch {
      throw StepFault(.file, error.message, at: template.range, hint: error.hint)
    }
  }

  private func read(_ path: String, at range: SourceRange) throws(StepFault) -> [UInt8] {
    do throws(ExpressionFailure) {
      return try scope.scenario.files.read(path)
    } catch {
      throw StepFault(.file, error.message, at: range, hint: error.hint)
    }
  }
}
