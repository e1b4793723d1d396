import Diagnostics
import Documents
import Encodings
import RunEvents
import Scenarios
import SessionCore

extension MultipartBody: SentBody {
  func add(to built: inout SessionRequest, by builder: RequestBuilder) throws(StepFault) {
    let type = try Self.type(in: built.headers)
    let form = try builder.form(of: try parts(builder), type: type)
    built.body = .multipart(form)
    // Only this type has the boundary in it.
    built.headers["Content-Type"] = form.contentType
  }

  /// The media type that the step gives the whole, such as `multipart/mixed`; others name no body of several parts.
  private static func type(in headers: HTTPHeaders) throws(StepFault) -> String? {
    guard let type = headers["Content-Type"], type.lowercased().hasPrefix("multipart/") else {
      return nil
    }
    guard !type.lowercased().contains("boundary=") else {
      throw StepFault(
        .request,
        "the Content-Type beside multipart has a boundary",
        hint: "leave it out: the one between the parts is added"
      )
    }
    return type
  }

  private func parts(_ builder: RequestBuilder) throws(StepFault) -> [MultipartPart] {
    switch self {
    case .parts(let parts): return parts
    case .computed(let template):
      return try builder.computed(template) { (value, range) throws(Diagnostic) in
        try RequestBuilder.reader.multipart(value, at: range)
      }
    }
  }
}

extension RequestBuilder {
  fileprivate func form(
    of parts: [MultipartPart],
    type: String?
  ) throws(StepFault) -> MultipartFormData {
    // The boundary comes from the run's seed, so that equal runs send equal bytes.
    let digits = Hex.text(scope.random.next(), width: 16, isUppercase: true)
    var form = MultipartFormData(boundary: "Boundary+" + digits, type: type)
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
}
