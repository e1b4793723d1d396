import Encodings
import Locks

/// A jar that several tasks use at once.
///
/// ```swift
/// let cookies = CookieStorage()
/// configuration.cookies = cookies
/// cookies.jar  // a copy of what is in it now
/// ```
public final class CookieStorage: Sendable {
  private let state: Locked<CookieJar>

  /// Creates a storage that starts with a copy of a jar.
  public init(_ jar: CookieJar = .init()) { state = Locked(jar) }

  /// A copy of the jar.
  public var jar: CookieJar { state.withLock { $0 } }

  /// Changes the jar while nobody else can see it.
  public func update(_ change: @Sendable (inout CookieJar) -> Void) {
    state.withLock { jar in change(&jar) }
  }

  /// The value of a request's `Cookie` header: what it has itself, then those of the jar that have
  /// other names.
  func header(adding own: String?, for url: URI, now: () -> Double) -> String? {
    let jar = jar
    if jar.cookies.isEmpty { return own }
    let now = now()
    guard let own else { return jar.header(for: url, now: now) }
    let names = own.split(separator: ";").map {
      $0.prefix { $0 != "=" }.trimmingBlanks
    }
    let others = jar.cookies(for: url, now: now).filter { cookie in
      !names.contains { $0 == cookie.name }
    }
    return ([own] + others.map { "\($0.name)=\($0.value)" }).joined(separator: "; ")
  }

  /// Takes what an answer sets; an answer without cookies takes no lock.
  func store(_ headers: HTTPHeaders, from url: URI, now: () -> Double) {
    guard headers.contains("Set-Cookie") else { return }
    let now = now()
    state.withLock { jar in jar.store(headers, from: url, now: now) }
  }
}
