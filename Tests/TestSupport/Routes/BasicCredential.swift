import Encodings

/// The `Authorization` value of RFC 7617.
enum BasicCredential {
  static func value(_ user: String, _ password: String) -> String {
    "Basic " + Base64.encode(Array("\(user):\(password)".utf8))
  }
}
