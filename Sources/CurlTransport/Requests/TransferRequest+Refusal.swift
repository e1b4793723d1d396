import Encodings
import HTTPMessages

extension TransferRequest {
  /// Why the request cannot be sent as it is, or nil.
  ///
  /// The one place that decides it, before anything is handed to the loop. What depends on the
  /// libcurl at run time or on a file shows only there.
  var refusal: CurlError? {
    guard !method.isEmpty, method.utf8.allSatisfy(\.isTokenCharacter) else {
      return CurlError(code: .invalidRequest, message: "the method '\(method)' is no token")
    }
    if method == "HEAD" {
      guard case .none = body else {
        return CurlError(code: .invalidRequest, message: "a HEAD request cannot have a body")
      }
    }
    guard headers.canBeSent else {
      return CurlError(
        code: .invalidRequest,
        message: "a header field's name is no token, or its value has a line break or NUL"
      )
    }
    guard url.utf8.count <= Self.longestURL else {
      return CurlError(
        code: .malformedURL,
        message: "expected a URL of at most \(Self.longestURL) bytes, got \(url.utf8.count)"
      )
    }
    if let limit = options.rateLimit, limit < 1 {
      return CurlError(code: .invalidRequest, message: "a rate limit of \(limit) bytes a second")
    }
    return schemeRefusal ?? versionRefusal
  }

  /// libcurl would speak HTTP/1.1 in the clear, whatever is asked for.
  private var versionRefusal: CurlError? {
    guard options.httpVersion == .http3, !url.begins(with: "https:") else { return nil }
    return CurlError(code: .unsupported, message: "HTTP/3 needs an https URL, got '\(url)'")
  }

  /// What libcurl takes as a text (`CURL_MAX_INPUT_LENGTH`).
  private static let longestURL = 8_000_000

  /// libcurl would guess a missing scheme from the host's name.
  private var schemeRefusal: CurlError? {
    if url.begins(with: "http://") || url.begins(with: "https://") { return nil }
    guard let range = url.firstIndex(of: ":"), url[range...].hasPrefix("://") else {
      return CurlError(
        code: .malformedURL,
        message: "expected an absolute http or https URL, got '\(url)'"
      )
    }
    return CurlError(
      code: .unsupportedProtocol,
      message: "expected http or https, got '\(url[..<range])'"
    )
  }
}

extension String {
  /// Whether the text begins with another one, which has no upper-case letters, whatever its own case.
  fileprivate func begins(with start: String) -> Bool {
    let bytes = utf8.span
    let start = start.utf8.span
    guard bytes.count >= start.count else { return false }
    for index in start.indices where bytes[index].lowercasedASCII != start[index] { return false }
    return true
  }
}

extension TransferHeaders {
  /// Whether every name is a token and no value has a line break or NUL.
  fileprivate var canBeSent: Bool {
    let bytes = bytes.span
    for entry in entries {
      if entry.nameEnd == entry.start { return false }
      for index in entry.start..<entry.nameEnd where !bytes[index].isTokenCharacter { return false }
      for index in entry.nameEnd..<entry.valueEnd {
        let byte = bytes[index]
        if byte == 0 || byte == 0x0A || byte == 0x0D { return false }
      }
    }
    return true
  }
}
