import Documents
import RunEvents
import Scenarios
import SessionCore

extension JSONBody: SentBody {
  func add(to built: inout SessionRequest, by builder: RequestBuilder) throws(StepFault) {
    built.setBody(try builder.scope.evaluate(value).serialized(), "application/json")
  }
}

extension GraphQLBody: SentBody {
  func add(to built: inout SessionRequest, by builder: RequestBuilder) throws(StepFault) {
    let scope = builder.scope
    var body = JSONObject()
    body["query"] = .string(try scope.evaluate(query))
    if let variables { body["variables"] = try scope.evaluate(variables) }
    if let operation { body["operationName"] = .string(try scope.evaluate(operation)) }
    built.setBody(JSONValue.object(body).serialized(), "application/json")
  }
}

extension PropertyListBody: SentBody {
  func add(to built: inout SessionRequest, by builder: RequestBuilder) throws(StepFault) {
    let parameters = ParameterValue(try builder.scope.evaluate(value))
    do throws(SessionError) {
      var serialized = built
      serialized.method = "POST"
      serialized = try PropertyListRequestSerializer().serialize(parameters, into: serialized)
      built.body = serialized.body
    } catch {
      throw StepFault(.request, error.message, at: value.range)
    }
    built.headers.setIfAbsent("Content-Type", "application/x-plist")
  }
}

extension FormBody: SentBody {
  func add(to built: inout SessionRequest, by builder: RequestBuilder) throws(StepFault) {
    let text = try builder.encode(fields, at: builder.request.url.range)
    built.setBody(Array(text.utf8), "application/x-www-form-urlencoded")
  }
}
