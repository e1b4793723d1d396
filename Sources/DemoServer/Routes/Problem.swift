import Documents
import HTTPMessages

/// Why a request cannot be served, in the form of RFC 9457.
struct Problem: Error {
  /// One mistake of a body or query, with the path of the member (`lines[0].sku`) or the parameter's name.
  typealias Field = (field: String, message: String)

  var status: Int
  var detail: String
  var errors: [Field] = []
  var headers: [(name: String, value: String)]

  init(_ status: Int, _ detail: String, headers: [(name: String, value: String)] = []) {
    self.status = status
    self.detail = detail
    self.headers = headers
  }

  /// A body or query with one mistake.
  static func invalid(_ field: String, _ message: String) -> Self {
    invalid([(field, message)])
  }

  /// A body or query that was understood and is wrong.
  static func invalid(_ errors: [Field]) -> Self {
    let text = errors.map { $0.field.isEmpty ? $0.message : "\($0.field): \($0.message)" }
    var problem = Self(422, text.joined(separator: "; "))
    problem.errors = errors
    return problem
  }

  var response: HTTPResponse {
    var body: JSONObject = [
      "type": "about:blank", "title": .string(HTTPResponse.reason(status)),
      "status": .integer(status), "detail": .string(detail),
    ]
    if !errors.isEmpty {
      body["errors"] = .array(
        errors.map { ["field": .string($0.field), "message": .string($0.message)] }
      )
    }
    var response = HTTPResponse(
      status: status,
      type: "application/problem+json",
      body: JSONValue.object(body).serialized()
    )
    for header in headers { response.headers.append(header.name, header.value) }
    return response
  }
}

extension HTTPResponse {
  /// A JSON body.
  static func json(_ value: JSONValue, status: Int = 200) -> Self {
    Self(status: status, type: "application/json", body: value.serialized())
  }

  /// A plain text in UTF-8.
  static func text(_ text: String, status: Int = 200) -> Self {
    Self(status: status, type: "text/plain; charset=utf-8", body: Array(text.utf8))
  }

  /// An answer without a body.
  static func empty(_ status: Int = 204) -> Self {
    Self(status: status)
  }
}
