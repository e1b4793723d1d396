import CCurl

extension EasyHandle {
  /// Times and sizes of the transfer that ended.
  func metrics(startedAt: Int64, version: TransferHead.Version?) -> TransferMetrics {
    var metrics = TransferMetrics()
    metrics.startedAt = startedAt
    metrics.nameLookup = offset(CURLINFO_NAMELOOKUP_TIME_T)
    metrics.connect = offset(CURLINFO_CONNECT_TIME_T)
    metrics.appConnect = offset(CURLINFO_APPCONNECT_TIME_T)
    metrics.preTransfer = offset(CURLINFO_PRETRANSFER_TIME_T)
    metrics.startTransfer = offset(CURLINFO_STARTTRANSFER_TIME_T)
    metrics.total = offset(CURLINFO_TOTAL_TIME_T)
    metrics.connectionsOpened = number(CURLINFO_NUM_CONNECTS)
    metrics.version = version
    metrics.localAddress = text(CURLINFO_LOCAL_IP) ?? ""
    metrics.localPort = number(CURLINFO_LOCAL_PORT)
    metrics.remoteAddress = text(CURLINFO_PRIMARY_IP) ?? ""
    metrics.remotePort = number(CURLINFO_PRIMARY_PORT)
    metrics.requestHeadSize = Int64(number(CURLINFO_REQUEST_SIZE))
    metrics.requestBodySize = offset(CURLINFO_SIZE_UPLOAD_T)
    metrics.responseHeadSize = Int64(number(CURLINFO_HEADER_SIZE))
    metrics.responseBodySize = offset(CURLINFO_SIZE_DOWNLOAD_T)
    return metrics
  }

  /// A number that changes whenever a transfer comes forward by a byte or a step.
  var progressMark: Int64 {
    offset(CURLINFO_SIZE_UPLOAD_T) &+ offset(CURLINFO_SIZE_DOWNLOAD_T)
      &+ Int64(number(CURLINFO_HEADER_SIZE)) &+ Int64(number(CURLINFO_REQUEST_SIZE))
      &+ offset(CURLINFO_CONNECT_TIME_T) &+ offset(CURLINFO_APPCONNECT_TIME_T)
  }

  /// When the transfer last took a step of connecting or began to send, in nanoseconds from its begin.
  var lastStep: UInt64 {
    let steps = [
      offset(CURLINFO_CONNECT_TIME_T), offset(CURLINFO_APPCONNECT_TIME_T),
      offset(CURLINFO_PRETRANSFER_TIME_T),
    ]
    return steps.reduce(0) { max($0, UInt64(clamping: $1)) } * 1000
  }

  /// The target of a 3xx as an absolute URL, or nil.
  var redirectURL: String? {
    text(CURLINFO_REDIRECT_URL)
  }

  /// The length in the head, or nil.
  var contentLength: Int64? {
    let length = offset(CURLINFO_CONTENT_LENGTH_DOWNLOAD_T)
    return length > 0 ? length : nil
  }

  /// What libcurl's verdict means to callers.
  func error(for code: CURLcode, socketError: Int32) -> CurlError {
    var error = CurlError(code)
    let message = self.message
    if !message.isEmpty { error.message = message.asFragment }
    error.systemError = socketError != 0 ? socketError : Int32(clamping: number(CURLINFO_OS_ERRNO))
    error.verifyResult = number(CURLINFO_SSL_VERIFYRESULT)
    if socketError == 24 || socketError == 23 {
      error.code = .tooManyOpenFiles
      error.message =
        "the limit of open files is reached; raise it (ulimit -n) or send fewer at once"
    }
    return error
  }
}
