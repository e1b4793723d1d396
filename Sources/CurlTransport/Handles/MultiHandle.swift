import CCurl

/// The sole owner of a libcurl multi handle and of what its easy handles share.
///
/// Connections and name lookups are shared by the handles of one multi handle as such; TLS sessions
/// only through a share handle. Used on one thread, so the share needs no locks.
@safe struct MultiHandle: ~Copyable {
  private let raw: UnsafeMutableRawPointer
  private let share: UnsafeMutableRawPointer
  // Both are context pointers of callbacks, which `curl_multi_cleanup` still calls.
  private let poller: Poller
  private let timer: LoopTimer

  init(poller: Poller, timer: LoopTimer) throws(CurlError) {
    guard let raw = unsafe curl_multi_init() else { throw CurlError(CURLE_FAILED_INIT) }
    guard let share = unsafe curl_share_init() else {
      unsafe curl_multi_cleanup(raw)
      throw CurlError(CURLE_FAILED_INIT)
    }
    unsafe self.raw = raw
    unsafe self.share = share
    self.poller = poller
    self.timer = timer
  }

  deinit {
    unsafe curl_multi_cleanup(raw)
    unsafe curl_share_cleanup(share)
  }

  /// Sets up what is shared and how libcurl reports sockets and times; to be called once, first.
  func configure() throws(CurlError) {
    let shared = unsafe curlew_share_add(share, CURL_LOCK_DATA_SSL_SESSION)
    guard shared == CURLSHE_OK else { throw CurlError(CURLE_FAILED_INIT) }
    try check(
      unsafe curlew_multi_set_socket(
        raw,
        { handle, descriptor, what, context, _ in
          guard let context = unsafe context else { return 0 }
          if what != CURL_POLL_REMOVE { unsafe Transfer.of(handle)?.socket = descriptor }
          let poller = unsafe Unmanaged<Poller>.fromOpaque(context).takeUnretainedValue()
          poller.want(descriptor, what)
          return 0
        },
        Unmanaged.passUnretained(poller).toOpaque()
      )
    )
    try check(
      unsafe curlew_multi_set_timer(
        raw,
        { _, milliseconds, context in
          guard let context = unsafe context else { return 0 }
          let timer = unsafe Unmanaged<LoopTimer>.fromOpaque(context).takeUnretainedValue()
          timer.set(milliseconds)
          return 0
        },
        Unmanaged.passUnretained(timer).toOpaque()
      )
    )
  }

  /// Sets how many connections may be open, in use or idle, before idle ones are closed as others come back.
  @inline(__always)
  func keep(connections: Int) {
    unsafe curlew_multi_set_long(raw, CURLMOPT_MAXCONNECTS, connections)
  }

  /// Lets an easy handle take part in what is shared, for its whole life.
  func adopt(_ handle: borrowing EasyHandle) throws(CurlError) {
    try unsafe handle.set(CURLOPT_SHARE, pointer: share)
  }

  @inline(__always)
  func add(_ handle: borrowing EasyHandle) throws(CurlError) {
    try check(unsafe curl_multi_add_handle(raw, handle.raw))
  }

  @inline(__always)
  func remove(_ handle: borrowing EasyHandle) {
    unsafe curl_multi_remove_handle(raw, handle.raw)
  }

  /// Tells libcurl of a socket's readiness, or with `CURL_SOCKET_TIMEOUT` that its time has come.
  @inline(__always)
  func act(on descriptor: Int32, _ events: Int32) {
    var running: Int32 = 0
    unsafe curl_multi_socket_action(raw, descriptor, events, &running)
  }

  /// Tells libcurl that its time has come, and asks for the next one.
  ///
  /// libcurl rounds times down and then holds a call that comes a little early for nothing; it
  /// does not tell the same time twice, so it is asked.
  func actOnTime() {
    act(on: CURL_SOCKET_TIMEOUT, 0)
    guard timer.deadline == nil else { return }
    var milliseconds = -1
    unsafe curl_multi_timeout(raw, &milliseconds)
    timer.set(milliseconds)
  }

  /// The next transfer that libcurl is done with, and its result.
  func nextDone() -> (transfer: Transfer, result: CURLcode)? {
    var left: Int32 = 0
    while let message = unsafe curl_multi_info_read(raw, &left) {
      guard unsafe message.pointee.msg == CURLMSG_DONE,
        let transfer = unsafe Transfer.of(message.pointee.easy_handle)
      else { continue }
      return unsafe (transfer, curlew_message_result(message))
    }
    return nil
  }
}
