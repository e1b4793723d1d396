import Assertions
import Documents
import RunEvents
import Scenarios
import SessionCore

/// Takes values out of a response: each whenever its query finds one, also when expectations fail.
struct CaptureTaker {
  let captures: [PlannedCapture]
  let scope: StepScope
  let response: ResponseContext

  /// Takes the values that are found, so that a teardown can use them whatever else is missing.
  ///
  /// - Parameter taken: gets captures with their values, in the order of the file.
  /// - Throws: a fault for the first capture that finds nothing and has no default, once all others are taken.
  func take(into taken: inout [(Capture, JSONValue)]) throws(StepFault) {
    var first: StepFault?
    for planned in captures {
      do throws(StepFault) {
        taken.append((planned.capture, try value(of: planned)))
      } catch {
        first = first ?? error
      }
    }
    if let first { throw first }
  }

  private func value(of planned: PlannedCapture) throws(StepFault) -> JSONValue {
    let capture = planned.capture
    let range = capture.name.range
    let subject: Subject
    var reason: String?
    do throws(ResponseContext.DecodingFailure) {
      subject = try self.subject(of: planned.query, at: capture)
    } catch {
      reason = error.message
      subject = .json(nil)
    }
    switch subject.content {
    case .single(let value): return value
    case .nodes(let nodes) where nodes.count == 1: return nodes[0]
    case .nodes(let nodes) where nodes.count > 1: return .array(nodes)
    case .nodes, .absent: break
    }
    if let standard = capture.standard {
      return try StepRunner.evaluate(standard, in: scope)
    }
    throw StepFault(
      .capture,
      "the capture \"\(capture.name.value)\" found nothing" + (reason.map { ": \($0)" } ?? ""),
      at: range,
      hint: "give it a `default:` if it may be absent"
    )
  }

  private func subject(
    of query: PlannedCapture.Query,
    at capture: Capture
  )
    throws(ResponseContext.DecodingFailure) -> Subject
  {
    do {
      switch query {
      case .json(let path):
        return try path.value(in: scope).subject(in: try response.json())
      case .propertyList(let path):
        return try path.value(in: scope).subject(in: try response.propertyList())
      case .xml(let path, let namespaces):
        return try path.value(in: scope).subject(in: try response.xml(), namespaces: namespaces)
      case .html(let path):
        return XPathQuery.subject(
          of: try response.html().evaluate(path.value(in: scope).xpath)
        )
      case .header(let name):
        return .texts(response.response.headers.values(try StepRunner.evaluate(name, in: scope)))
      case .cookie(let name):
        let name = try StepRunner.evaluate(name, in: scope)
        return .text(response.setCookies.last { $0.name == name }?.value)
      case .text(let pattern):
        return try pattern.value(in: scope).subject(in: try response.text())
      case .value(let template):
        return .json(try StepRunner.evaluate(template, in: scope))
      }
    } catch let error as ResponseContext.DecodingFailure {
      throw error
    } catch let error as QueryError {
      throw ResponseContext.DecodingFailure(message: error.message)
    } catch let error as XPathError {
      throw ResponseContext.DecodingFailure(message: error.message)
    } catch let error as StepFault {
      throw ResponseContext.DecodingFailure(message: error.message)
    } catch {
      throw ResponseContext.DecodingFailure(message: "\(error)")
    }
  }
}
