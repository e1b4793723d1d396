import CCurl

/// The sole owner of a list of texts in libcurl's form.
@safe struct StringList: ~Copyable {
  private(set) var first: UnsafeMutablePointer<curl_slist>?

  init(_ texts: [String]) throws(CurlError) {
    unsafe first = nil
    for text in texts {
      guard let longer = unsafe curl_slist_append(first, text) else {
        throw CurlError(CURLE_OUT_OF_MEMORY)
      }
      unsafe first = longer
    }
  }

  deinit {
    unsafe curl_slist_free_all(first)
  }
}
