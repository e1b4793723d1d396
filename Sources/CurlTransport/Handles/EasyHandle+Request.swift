import CCurl

extension EasyHandle {
  /// How a body is handed to libcurl.
  @safe enum BodyForm {
    case none
    /// Lies in the scratch memory.
    case copied(UnsafeMutableRawPointer?, count: Int)
    /// Is asked for by the read callback; the length is nil when unknown.
    case read(length: Int64?)
  }

  /// Sets method and header list, over those of the transfer before.
  func apply(
    method: String,
    scratch: borrowing RequestScratch,
    body: BodyForm
  ) throws(CurlError) {
    try unsafe set(CURLOPT_HTTPHEADER, pointer: scratch.list)
    switch body {
    case .none where method == "GET":
      try set(CURLOPT_HTTPGET, 1)
      try set(CURLOPT_CUSTOMREQUEST, nil)
      return
    case .none where method == "HEAD":
      try set(CURLOPT_NOBODY, 1)
      try set(CURLOPT_CUSTOMREQUEST, nil)
      return
    case .none where method == "POST" || method == "PUT" || method == "PATCH":
      // Any pointer will do for no bytes; a null one would mean the read callback.
      try unsafe set(CURLOPT_POSTFIELDS, pointer: raw)
      try set(CURLOPT_POSTFIELDSIZE_LARGE, offset: 0)
      try set(CURLOPT_POST, 1)
    case .none:
      try set(CURLOPT_HTTPGET, 1)
    case .copied(let bytes, let count):
      try unsafe set(CURLOPT_POSTFIELDS, pointer: bytes)
      try set(CURLOPT_POSTFIELDSIZE_LARGE, offset: Int64(count))
      try set(CURLOPT_POST, 1)
    case .read(let length):
      try unsafe set(CURLOPT_POSTFIELDS, pointer: nil)
      try set(CURLOPT_POSTFIELDSIZE_LARGE, offset: length ?? -1)
      try set(CURLOPT_POST, 1)
    }
    try set(CURLOPT_CUSTOMREQUEST, method == "POST" ? nil : method)
  }
}
