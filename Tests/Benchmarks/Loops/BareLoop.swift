import CCurl

/// What libcurl alone can do: a multi loop over easy handles that are used again and again.
///
/// No Swift object, no queue and no thread stands between libcurl and the requests; what comes is
/// counted and thrown away. `curl_multi_poll` is ahead of `curl_multi_socket_action` in this work.
@safe final class BareLoop {
  private let multi: UnsafeMutableRawPointer
  private var handles: [UnsafeMutableRawPointer] = unsafe []
  private let url: [CChar]
  /// The bytes of all bodies.
  private let received: UnsafeMutablePointer<Int>

  /// Makes the handles.
  ///
  /// - Parameters:
  ///   - url: what every request gets.
  ///   - connections: how many requests are open at once.
  /// - Throws: ``BenchmarkError`` when libcurl refuses.
  init(url: String, connections: Int) throws(BenchmarkError) {
    guard let multi = unsafe curl_multi_init() else { throw BenchmarkError("no multi handle") }
    unsafe self.multi = multi
    self.url = Array(url.utf8CString)
    unsafe received = .allocate(capacity: 1)
    unsafe received.initialize(to: 0)
    for _ in 0..<connections {
      guard let handle = unsafe curl_easy_init() else { throw BenchmarkError("no easy handle") }
      unsafe handles.append(handle)
      unsafe curlew_easy_set_string(handle, CURLOPT_URL, self.url)
      unsafe curlew_easy_set_long(handle, CURLOPT_NOSIGNAL, 1)
      unsafe curlew_easy_set_write(
        handle,
        { _, size, count, context in
          unsafe context?.assumingMemoryBound(to: Int.self).pointee += size * count
          return size * count
        },
        received
      )
    }
  }

  deinit {
    for index in unsafe handles.indices { unsafe curl_easy_cleanup(handles[index]) }
    unsafe curl_multi_cleanup(multi)
    unsafe received.deallocate()
  }

  /// Makes requests, as many at once as there are handles.
  ///
  /// - Parameter count: how many.
  /// - Throws: ``BenchmarkError`` when one fails, or its body is not what it should be.
  func run(_ count: Int) throws(BenchmarkError) {
    unsafe received.pointee = 0
    var started = 0
    var done = 0
    for index in unsafe handles.indices where started < count {
      unsafe curl_multi_add_handle(multi, handles[index])
      started += 1
    }
    while done < count {
      var running: Int32 = 0
      unsafe curl_multi_perform(multi, &running)
      var left: Int32 = 0
      var hasNew = false
      while let message = unsafe curl_multi_info_read(multi, &left) {
        guard unsafe message.pointee.msg == CURLMSG_DONE,
          let handle = unsafe message.pointee.easy_handle
        else { continue }
        guard unsafe curlew_message_result(message) == CURLE_OK else {
          throw BenchmarkError("a request of the bare loop failed")
        }
        done += 1
        unsafe curl_multi_remove_handle(multi, handle)
        guard started < count else { continue }
        unsafe curl_multi_add_handle(multi, handle)
        started += 1
        hasNew = true
      }
      // New requests are sent before anything is waited for.
      if !hasNew, done < count { unsafe curl_multi_poll(multi, nil, 0, 1_000, nil) }
    }
    guard unsafe received.pointee == count * NginxServer.body.utf8.count else {
      throw BenchmarkError("the bodies of the bare loop are not whole")
    }
  }
}
