import CCurl
import Glibc

extension CurlError {
  init(_ code: CURLcode) {
    self.init(
      code: Code(rawValue: code.rawValue),
      message: unsafe String(cString: curl_easy_strerror(code)).asFragment
    )
  }
}

extension CurlError {
  /// Puts the system's reason where libcurl only says that it could not connect.
  ///
  /// - Parameter socket: the path of the unix socket, which libcurl does not name.
  mutating func tellReason(socket: String?) {
    let vague = unsafe String(cString: curl_easy_strerror(CURLE_COULDNT_CONNECT))
    let reason =
      systemError == 0 ? vague : unsafe String(cString: strerror(systemError)).asFragment
    if let socket {
      message = "failed to connect to the unix socket '\(socket)': \(reason)"
    } else if message.hasSuffix(vague) {
      message = message.dropLast(vague.count) + reason
    }
  }
}

/// Throws unless an easy handle's call went well.
@inline(__always)
func check(_ code: CURLcode) throws(CurlError) {
  guard code == CURLE_OK else { throw CurlError(code) }
}

/// Throws unless a multi handle's call went well.
@inline(__always)
func check(_ code: CURLMcode) throws(CurlError) {
  guard code == CURLM_OK else {
    let message = unsafe String(cString: curl_multi_strerror(code)).asFragment
    throw CurlError(code: .multi(code.rawValue), message: message)
  }
}

extension String {
  /// libcurl's sentence as a fragment: no capital at the start (unless a shouted word), no full
  /// stop.
  var asFragment: String {
    var text = self[...]
    while text.last == "." || text.last?.isWhitespace == true { text.removeLast() }
    guard let first = text.first, first.isUppercase else { return String(text) }
    let rest = text.dropFirst()
    guard rest.first?.isUppercase != true, rest.first?.isNumber != true else { return String(text) }
    return first.lowercased() + rest
  }
}
