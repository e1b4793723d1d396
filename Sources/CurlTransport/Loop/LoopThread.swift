import CCurl
import Glibc

/// The thread of a loop, which makes and frees the driver.
enum LoopThread {
  private struct Arguments {
    var mailbox: LoopMailbox
    var configuration: TransferLoop.Configuration
  }

  private final class ArgumentBox {
    let arguments: Arguments
    init(_ arguments: Arguments) { self.arguments = arguments }
  }

  private static let driverKey: pthread_key_t = {
    var key = pthread_key_t()
    let status = unsafe pthread_key_create(&key, nil)
    precondition(status == 0, "a thread key must be made: pthread_key_create said \(status)")
    return key
  }()

  // Must come before any other use of libcurl, and once.
  private static let curlIsReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

  /// The driver that runs on the calling thread, if one does.
  static var currentDriver: LoopDriver? {
    guard let pointer = unsafe pthread_getspecific(driverKey) else { return nil }
    return unsafe Unmanaged<LoopDriver>.fromOpaque(pointer).takeUnretainedValue()
  }

  /// Starts a thread; it ends by itself after `requestStop`, and is never joined.
  static func start(mailbox: LoopMailbox, configuration: TransferLoop.Configuration) {
    let box = ArgumentBox(Arguments(mailbox: mailbox, configuration: configuration))
    var thread = pthread_t()
    let context = unsafe Unmanaged.passRetained(box).toOpaque()
    let status = unsafe pthread_create(
      &thread,
      nil,
      { context in
        guard let context = unsafe context else { return nil }
        let box = unsafe Unmanaged<ArgumentBox>.fromOpaque(context).takeRetainedValue()
        LoopThread.run(box.arguments)
        return nil
      },
      context
    )
    guard status == 0 else {
      unsafe Unmanaged<ArgumentBox>.fromOpaque(context).release()
      let message = "the loop's thread cannot be started"
      return mailbox.abandon(
        CurlError(code: .failedInit, message: message, systemError: status)
      )
    }
    pthread_detach(thread)
  }

  private static func run(_ arguments: Arguments) {
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe sigaddset(&signals, SIGPIPE)
    unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
    unsafe curlew_name_thread(TransferLoop.threadName)

    let driver: LoopDriver
    do throws(CurlError) {
      guard curlIsReady else {
        throw CurlError(code: .failedInit, message: "libcurl cannot be set up")
      }
      driver = try LoopDriver(mailbox: arguments.mailbox, configuration: arguments.configuration)
    } catch {
      arguments.mailbox.abandon(error)
      return
    }
    unsafe pthread_setspecific(driverKey, Unmanaged.passUnretained(driver).toOpaque())
    let waiters = driver.run()
    pthread_setspecific(driverKey, nil)
    driver.close()
    for waiter in waiters { waiter.resume() }
  }
}
