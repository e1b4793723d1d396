import CCurl
import Cryptography
import Glibc

extension EasyHandle {
  /// Lets libcurl call a transfer, after a reset.
  ///
  /// - Parameters:
  ///   - transfer: owns this handle, so it lives as long as libcurl can call it.
  ///   - poller: opens and closes the sockets; lives as long as the multi handle.
  /// - Throws: when libcurl refuses an option.
  func install(_ transfer: Transfer, poller: Poller) throws(CurlError) {
    let context = unsafe Unmanaged.passUnretained(transfer).toOpaque()
    try unsafe set(CURLOPT_PRIVATE, pointer: context)
    try check(unsafe curlew_easy_set_write(raw, Self.write, context))
    try check(unsafe curlew_easy_set_header(raw, Self.header, context))
    try check(unsafe curlew_easy_set_read(raw, Self.read, context))
    try check(unsafe curlew_easy_set_seek(raw, Self.seek, context))
    try check(unsafe curlew_easy_set_open_socket(raw, Self.openSocket, context))
    if CurlVersion.current.usesOpenSSL {
      try check(unsafe curlew_easy_set_tls_setup(raw, Self.tlsSetup, context))
    }
    // A connection outlives its transfers: its end is reported to the poller.
    let pollerContext = unsafe Unmanaged.passUnretained(poller).toOpaque()
    try check(unsafe curlew_easy_set_close_socket(raw, Self.closeSocket, pollerContext))
  }

  /// Notifies a transfer each time that its request is about to be sent: to count them, to judge
  /// the server and to mark the connection.
  func installPrerequest(_ transfer: Transfer) throws(CurlError) {
    let context = unsafe Unmanaged.passUnretained(transfer).toOpaque()
    try check(unsafe curlew_easy_set_prerequest(raw, Self.prerequest, context))
  }

  /// Lets a transfer see its request's head as it goes over the wire, or no longer.
  func watchWire(_ transfer: Transfer?) throws(CurlError) {
    if let transfer {
      let context = unsafe Unmanaged.passUnretained(transfer).toOpaque()
      try check(unsafe curlew_easy_set_debug(raw, Self.debug, context))
    }
    try set(CURLOPT_VERBOSE, transfer == nil ? 0 : 1)
  }

  /// OpenSSL's `SSL *` of the connection in use, or nil.
  var tlsSession: UnsafeMutableRawPointer? {
    unsafe curlew_easy_get_tls(raw)
  }

  /// The socket of the connection in use, or -1.
  var socket: Int32 { unsafe curlew_easy_get_socket(raw) }

  private static let write: curlew_bytes_callback = { bytes, size, count, context in
    guard let transfer = unsafe Transfer.at(context) else { return 0 }
    let buffer = unsafe UnsafeRawBufferPointer(start: bytes, count: size * count)
    return unsafe transfer.receiveBody(buffer)
  }

  private static let header: curlew_bytes_callback = { bytes, size, count, context in
    guard let transfer = unsafe Transfer.at(context) else { return 0 }
    let buffer = unsafe UnsafeRawBufferPointer(start: bytes, count: size * count)
    return unsafe buffer.withMemoryRebound(to: UInt8.self) { lines in
      unsafe transfer.receiveHeadLines(lines.span) ? size * count : 0
    }
  }

  private static let read: curlew_bytes_callback = { bytes, size, count, context in
    guard let transfer = unsafe Transfer.at(context), let bytes = unsafe bytes else {
      return Int(CURL_READFUNC_ABORT)
    }
    let buffer = unsafe UnsafeMutableRawBufferPointer(start: bytes, count: size * count)
    return unsafe transfer.sendBody(into: buffer)
  }

  private static let seek: curl_seek_callback = { context, offset, origin in
    guard let transfer = unsafe Transfer.at(context), offset == 0, origin == SEEK_SET,
      transfer.rewindBody()
    else { return CURL_SEEKFUNC_FAIL }
    return CURL_SEEKFUNC_OK
  }

  private static let openSocket: curl_opensocket_callback = { context, _, address in
    guard let transfer = unsafe Transfer.at(context), let address = unsafe address else {
      return -1
    }
    return unsafe transfer.openSocket(
      family: address.pointee.family,
      type: address.pointee.socktype,
      protocol: address.pointee.protocol
    )
  }

  private static let closeSocket: curl_closesocket_callback = { context, descriptor in
    guard let context = unsafe context else { return Glibc.close(descriptor) }
    return unsafe Unmanaged<Poller>.fromOpaque(context).takeUnretainedValue().close(descriptor)
  }

  private static let debug: curl_debug_callback = { _, kind, bytes, count, context in
    guard kind == CURLINFO_HEADER_OUT, let transfer = unsafe Transfer.at(context) else { return 0 }
    let buffer = unsafe UnsafeRawBufferPointer(start: bytes, count: count)
    unsafe buffer.withMemoryRebound(to: UInt8.self) { bytes in
      unsafe transfer.sentHead?.take(bytes.span)
    }
    return 0
  }

  private static let tlsSetup: curl_ssl_ctx_callback = { _, settings, context in
    guard let transfer = unsafe Transfer.at(context), let settings = unsafe settings else {
      return CURLE_OK
    }
    let witness = HandshakeWitness()
    unsafe witness.watch(settings)
    transfer.witness = witness
    return CURLE_OK
  }

  private static let prerequest: curl_prereq_callback = { context, remote, _, port, localPort in
    guard let transfer = unsafe Transfer.at(context), transfer.willSend() else {
      return CURL_PREREQFUNC_ABORT
    }
    transfer.use(ConnectionUse.Key(local: localPort, remote: port))
    transfer.markConnection(from: localPort)
    return unsafe transfer.judgeServer(at: remote) ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT
  }
}

extension Transfer {
  /// The transfer a context pointer stands for.
  static func at(_ context: UnsafeMutableRawPointer?) -> Transfer? {
    guard let context = unsafe context else { return nil }
    return unsafe Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
  }

  /// The transfer that owns a handle.
  static func of(_ handle: UnsafeMutableRawPointer?) -> Transfer? {
    var context: UnsafeMutableRawPointer?
    guard unsafe curlew_easy_get_private(handle, &context) == CURLE_OK else { return nil }
    return unsafe at(context)
  }
}
