import CCurl
import Cryptography
import Glibc
import Locks

/// The threads of a loop: one makes and frees the driver, which only one of them has at a time.
enum LoopThread {
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
    let status = DetachedThread.start { run(mailbox, configuration) }
    guard status == 0 else {
      let message = "the loop's thread cannot be started"
      return mailbox.abandon(
        CurlError(code: .failedInit, message: message, systemError: status)
      )
    }
  }

  /// What the threads of one loop have in common.
  private final class Crew {
    let helm = LoopHelm()
    // Of whoever has the helm.
    var driver: LoopDriver?
    init(_ driver: LoopDriver) { self.driver = driver }
  }

  private static func run(_ mailbox: LoopMailbox, _ configuration: TransferLoop.Configuration) {
    beginThread(TransferLoop.threadName)
    let driver: LoopDriver
    do throws(CurlError) {
      guard curlIsReady else {
        throw CurlError(code: .failedInit, message: "libcurl cannot be set up")
      }
      driver = try LoopDriver(mailbox: mailbox, configuration: configuration)
    } catch {
      mailbox.abandon(error)
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
    _ = DetachedThread.start {
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
