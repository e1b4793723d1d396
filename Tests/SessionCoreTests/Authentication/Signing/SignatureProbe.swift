import Cryptography
import Encodings
import Foundation
import TestSupport

/// What an Amazon service makes of a request that has arrived.
struct SignatureProbe {
  /// The signature that the request has.
  let given: String
  /// The one that it should have.
  let expected: String
  /// The names in `SignedHeaders`.
  let signedNames: [String]

  /// Reads the credentials of a request and works the signature out again, from the wire alone.
  ///
  /// - Parameters:
  ///   - request: as it came.
  ///   - secretKey: the key.
  ///   - encodesAgain: whether the service encodes paths once more, as all but S3 do.
  /// - Throws: when no hash can be made.
  init?(_ request: FixtureRequest, secretKey: String, encodesAgain: Bool = true) throws {
    guard let header = request.header("Authorization"), let date = request.header("X-Amz-Date"),
      let match = header.wholeMatch(
        of: /AWS4-HMAC-SHA256 Credential=[^\/]+\/(.+), SignedHeaders=(.+), Signature=([0-9a-f]{64})/
      )
    else { return nil }
    given = String(match.output.3)
    signedNames = match.output.2.components(separatedBy: ";")
    var plain = CharacterSet(charactersIn: "-._~")
    plain.formUnion(CharacterSet(charactersIn: "abcdefghijklmnopqrstuvwxyz0123456789"))
    plain.formUnion(CharacterSet(charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZ"))
    func encode(_ text: String) -> String {
      text.addingPercentEncoding(withAllowedCharacters: plain) ?? ""
    }
    let path = encodesAgain ? request.path : request.path.removingPercentEncoding ?? ""
    let query = request.queryItems.map { "\(encode($0.name))=\(encode($0.value))" }.sorted()
    let lines =
      [
        request.method,
        path.components(separatedBy: "/").map(encode).joined(separator: "/"),
        query.joined(separator: "&"),
      ]
      + signedNames.map { name in
        let values = request.headers.filter { $0.name.lowercased() == name }.map(\.value)
        return "\(name):\(values.joined(separator: ",").replacing(/\s+/, with: " "))"
      } + [
        "", signedNames.joined(separator: ";"),
        request.header("X-Amz-Content-Sha256") ?? request.bodySHA256,
      ]
    let scope = String(match.output.1)
    let sha = DigestAlgorithm.sha256
    let hash = Hex.encode(try sha.digest(of: lines.joined(separator: "\n")))
    var key = Array("AWS4\(secretKey)".utf8)
    for part in scope.components(separatedBy: "/") {
      key = try sha.authenticationCode(of: Array(part.utf8), key: key)
    }
    let text = "AWS4-HMAC-SHA256\n\(date)\n\(scope)\n\(hash)"
    expected = Hex.encode(try sha.authenticationCode(of: Array(text.utf8), key: key))
  }
}
