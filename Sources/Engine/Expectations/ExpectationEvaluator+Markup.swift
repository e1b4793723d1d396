import Assertions
import Diagnostics
import Documents
import RunEvents
import Scenarios

extension ExpectationEvaluator {
  /// Looks at a body as XML or HTML: its queries first, then the whole document.
  func check(_ markup: PlannedExpectation.Markup, _ evaluation: inout Evaluation) {
    let query: (XPathQuery) throws(QueryError) -> Subject
    var miss: (XPathQuery) -> String? = { _ in nil }
    let whole: MarkupAssertion.Document
    do throws(ResponseContext.DecodingFailure) {
      switch markup.kind {
      case .html:
        let document = try response.html()
        whole = .html(document)
        query = { (xpath: XPathQuery) throws(QueryError) in
          do throws(XPathError) {
            return XPathQuery.subject(of: try document.evaluate(xpath.xpath))
          } catch {
            throw QueryError(error.message, offset: error.offset)
          }
        }
      case .xml, .json, .plist:
        let document = try response.xml()
        whole = .xml(document)
        miss = { $0.missDetail(in: document, namespaces: markup.namespaces) }
        query = { (xpath: XPathQuery) throws(QueryError) in
          try xpath.subject(in: document, namespaces: markup.namespaces)
        }
      }
    } catch {
      noteUndecodable(markup.kind.rawValue, error, at: markup.range, &evaluation)
      return
    }
    for planned in markup.queries {
      attempt(&evaluation, at: planned.query.template.range) {
        (evaluation: inout Evaluation) throws(StepFault) in
        let compiled = try planned.query.value(in: scope)
        let subject: Subject
        do throws(QueryError) {
          subject = try query(compiled)
        } catch {
          throw StepFault(
            .expression,
            error.message,
            at: planned.query.template.range,
            hint: error.hint
          )
        }
        try check(
          planned.matcher,
          subject: subject,
          named: { planned.query.text(in: scope) },
          &evaluation,
          detail: { miss(compiled) },
          excerpt: { start }
        )
      }
    }
    for prepared in markup.whole {
      attempt(&evaluation, at: prepared.range) {
        (evaluation: inout Evaluation) throws(StepFault) in
        let assertion = try prepared.value(in: scope)
        do throws(QueryError) {
          let outcome = try assertion.outcome(
            of: whole,
            named: markup.kind.rawValue,
            excerpt: start
          )
          note(outcome, &evaluation)
        } catch {
          throw StepFault(.expression, error.message, at: prepared.range, hint: error.hint)
        }
      }
    }
  }
}
