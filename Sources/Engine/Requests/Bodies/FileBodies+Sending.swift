import Diagnostics
import RunEvents
import Scenarios
import SessionCore

extension FileBody: SentBody {
  func add(to built: inout SessionRequest, by builder: RequestBuilder) throws(StepFault) {
    let path = try builder.path(path)
    built.body = .file(path: path)
    built.headers.setIfAbsent("Content-Type", MediaType.ofFile(named: path))
  }
}

extension TemplateBody: SentBody {
  func add(to built: inout SessionRequest, by builder: RequestBuilder) throws(StepFault) {
    let scope = builder.scope
    let name = try scope.evaluate(path)
    let bytes: [UInt8]
    do throws(ExpressionFailure) {
      bytes = try scope.scenario.files.read(name)
    } catch {
      throw StepFault(.file, error.message, at: path.range, hint: error.hint)
    }
    guard String(validating: bytes, as: UTF8.self) != nil else {
      throw StepFault(
        .file,
        "\(name) is not UTF-8, so its expressions cannot be filled in",
        at: path.range,
        hint: "write it in UTF-8, or send it as it is with `file`"
      )
    }
    let type = MediaType.ofFile(named: name)
    let content: TextTemplate
    do throws(Diagnostic) {
      content = try TextTemplate(parsing: SourceFile(path: name, utf8: bytes))
    } catch {
      throw StepFault(.file, error.message, at: error.range ?? path.range, hint: error.hint)
    }
    let isXML = type.hasSuffix("/xml") || type.hasSuffix("+xml")
    let text = isXML ? try scope.evaluateForXML(content) : try scope.evaluate(content)
    built.setBody(Array(text.utf8), type)
  }
}
