import CCurl
import Cryptography
import Glibc

/// The threads of a loop: one makes and frees the driver, which only one of them has at a time.
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
  private static let curlIsReady: Bool = {
    // Nobody joins the threads, so the process may end while one of them does.
    OpenSSLEnd.leaveEverything()
    return curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK
  }()

  /// The calling thread's tenure, if it drives a loop or was left behind in a job of one.
  static var currentTenure: LoopTenure? {
    guard let pointer = unsafe pthread_getspecific(driverKey) else { return nil }
    return unsafe Unmanaged<LoopTenure>.fromOpaque(pointer).takeUnretainedValue()
  }

  /// Starts a thread; it ends by itself after `requestStop`, and is never joined.
  static func start(mailbox: LoopMailbox, configuration: TransferLoop.Configuration) {
    let status = start(ArgumentBox(Arguments(mailbox: mailbox, configuration: configuration))) {
      LoopThread.run($0.arguments)
    }
    guard status == 0 else {
      let message = "the loop's thread cannot be started"
      return mailbox.abandon(
        CurlError(code: .failedInit, message: message, systemError: status)
      )
    }
  }

  /// Starts a thread with an object that is handed over to it.
  ///
  /// - Returns: 0, or the system's reason why there is no thread.
  private static func start<Object: AnyObject>(
    _ object: Object,
    _ body: @escaping (Object) -> Void
  ) -> Int32 {
    let start = ThreadStart { body(object) }
    var thread = pthread_t()
    let context = unsafe Unmanaged.passRetained(start).toOpaque()
    let status = unsafe pthread_create(
      &thread,
      nil,
      { context in
        guard let context = unsafe context else { return nil }
        unsafe Unmanaged<ThreadStart>.fromOpaque(context).takeRetainedValue().body()
        return nil
      },
      context
    )
    if status == 0 {
      pthread_detach(thread)
    } else {
      unsafe Unmanaged<ThreadStart>.fromOpaque(context).release()
    }
    return status
  }

  private final class ThreadStart {
    let body: () -> Void
    init(_ body: @escaping () -> Void) { self.body = body }
  }

  /// What the threads of one loop have in common.
  private final class Crew {
    let helm = LoopHelm()
    // Of whoever has the helm.
    var driver: LoopDriver?
    init(_ driver: LoopDriver) { self.driver = driver }
  }

  private static func run(_ arguments: Arguments) {
    beginThread(TransferLoop.threadName)
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
    let crew = Crew(driver)
    startWatcher(of: crew)
    drive(driver, crew, first: 0)
  }

  private static func beginThread(_ name: String) {
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe sigaddset(&signals, SIGPIPE)
    unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
    unsafe curlew_name_thread(name)
  }

  /// Without a watcher the loop works, too; a long job holds it up then.
  private static func startWatcher(of crew: Crew) {
    _ = start(crew) { crew in
      beginThread("curlew-watch")
      guard let first = crew.helm.watch(), let driver = crew.driver else { return }
      unsafe curlew_name_thread(TransferLoop.threadName)
      startWatcher(of: crew)
      drive(driver, crew, first: first)
    }
  }

  private static func drive(_ driver: LoopDriver, _ crew: Crew, first: UInt64) {
    let tenure = LoopTenure(of: driver, helm: crew.helm, first: first)
    unsafe pthread_setspecific(driverKey, Unmanaged.passUnretained(tenure).toOpaque())
    let waiters = driver.run(tenure)
    pthread_setspecific(driverKey, nil)
    guard let waiters else { return crew.helm.oneReturned() }
    crew.helm.end()
    crew.driver = nil
    driver.close()
    for waiter in waiters { waiter.resume() }
  }
}
