/// A person whom the demo API knows.
struct User: Sendable {
  var login: String
  var password: String
  var name: String

  static let all = [
    User(login: "ada", password: "lovelace", name: "Ada"),
    User(login: "grace", password: "hopper", name: "Grace"),
    User(login: "alan", password: "turing", name: "Alan"),
  ]

  /// The user of a login and a password.
  static func find(_ login: String, password: String) -> User? {
    all.first { $0.login == login && $0.password == password }
  }
}
