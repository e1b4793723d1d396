import Encodings
import RunEvents
import Scenarios
import SessionCore

extension TextBody: SentBody {
  func add(to built: inout SessionRequest, by builder: RequestBuilder) throws(StepFault) {
    built.setBody(Array(try builder.scope.evaluate(text).utf8), "text/plain; charset=utf-8")
  }
}

extension XMLBody: SentBody {
  func add(to built: inout SessionRequest, by builder: RequestBuilder) throws(StepFault) {
    built.setBody(Array(try builder.scope.evaluateForXML(text).utf8), "application/xml")
  }
}

extension Base64Body: SentBody {
  func add(to built: inout SessionRequest, by builder: RequestBuilder) throws(StepFault) {
    guard let bytes = Base64.decode(try builder.scope.evaluate(text), allowing: .whitespace) else {
      throw StepFault(.request, "this is not base64", at: text.range)
    }
    built.setBody(bytes, "application/octet-stream")
  }
}

extension HexBody: SentBody {
  func add(to built: inout SessionRequest, by builder: RequestBuilder) throws(StepFault) {
    guard let bytes = Hex.decode(try builder.scope.evaluate(text), ignoresWhitespace: true) else {
      throw StepFault(
        .request,
        "this is not hexadecimal: expected pairs of 0-9 and a-f",
        at: text.range
      )
    }
    built.setBody(bytes, "application/octet-stream")
  }
}

extension StepScope {
  /// The text of a template for a document of XML: its values are escaped.
  func evaluateForXML(_ template: TextTemplate) throws(StepFault) -> String {
    try StepFault.reporting(
      at: template.range,
      template.evaluate(in: self, escaping: Self.escapeForXML)
    )
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
}
