import RunEvents
import Scenarios
import SessionCore

/// A body as it is sent: each kind of ``RequestBodyCatalogue`` of `Scenarios` is one.
protocol SentBody: BodyTemplate {
  /// Puts it into a request, and its content type unless the step has set one.
  ///
  /// - Parameters:
  ///   - built: the request, its header fields in it.
  ///   - builder: evaluates, reads files, and encodes fields.
  /// - Throws: a fault at the place of the value to blame.
  func add(to built: inout SessionRequest, by builder: RequestBuilder) throws(StepFault)
}

extension RequestBuilder {
  /// Puts the body of the step into a request.
  func addBody(to built: inout SessionRequest) throws(StepFault) {
    guard let body = request.body else { return }
    guard let sent = body as? any SentBody else {
      throw StepFault(.internal, "\(type(of: body)) cannot be sent", at: request.url.range)
    }
    try sent.add(to: &built, by: self)
  }

  /// The path of a file of the project.
  func path(_ template: TextTemplate) throws(StepFault) -> String {
    let text = try scope.evaluate(template)
    do throws(ExpressionFailure) {
      return try scope.scenario.files.path(of: text)
    } catch {
      throw StepFault(.file, error.message, at: template.range, hint: error.hint)
    }
  }
}

extension SessionRequest {
  /// Takes bytes as the body, and their content type unless there is one.
  mutating func setBody(_ bytes: [UInt8], _ type: String) {
    body = .bytes(bytes)
    headers.setIfAbsent("Content-Type", type)
  }
}
