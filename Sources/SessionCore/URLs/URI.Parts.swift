extension URI {
  /// What a URI is put together from, every part in its normal spelling.
  struct Parts: Sendable, Hashable {
    var scheme: String?
    var userInfo: String?
    var host: String?
    var port: UInt16?
    var path: String
    var query: String?
    var fragment: String?

    /// The whole as text, but for the fragment.
    var textWithoutFragment: String {
      var text = ""
      text.reserveCapacity(path.utf8.count + 48)
      if let scheme {
        text += scheme
        text += ":"
      }
      if let authority {
        text += "//"
        text += authority
      }
      text += path
      if let query {
        text += "?"
        text += query
      }
      return text
    }

    var authority: String? {
      guard let host else { return nil }
      var text = ""
      if let userInfo {
        text += userInfo
        text += "@"
      }
      text += host
      if let port {
        text += ":"
        text += String(port)
      }
      return text
    }
  }

  /// Parts that are not changed any more, held once by all copies of a URI.
  ///
  /// A request, its answer and the metrics of the exchange have the same URI, and are copied often.
  final class Shared: Sendable {
    let parts: Parts
    /// What goes on the wire of a URI with a host, for one that is requested again and again.
    let requestText: String?

    init(_ parts: Parts) {
      self.parts = parts
      if parts.host == nil {
        requestText = nil
      } else if parts.userInfo == nil {
        requestText = parts.textWithoutFragment
      } else {
        var plain = parts
        plain.userInfo = nil
        requestText = plain.textWithoutFragment
      }
    }
  }
}
