import Locks

/// The part of a server that one user name and password are for (RFC 9110 section 11.5).
public struct ProtectionSpace: Sendable, Hashable {
  /// Scheme, host and port of the server, such as `https://example.com:443`.
  public var origin: String
  /// What the server calls the part; `nil` for all parts of the server.
  public var realm: String?
  /// The authentication scheme in lower case, such as `digest`; `nil` for every scheme.
  public var scheme: String?

  /// Creates a space.
  ///
  /// - Parameters:
  ///   - url: any URL of the server.
  ///   - realm: what the server calls the part, `nil` for all.
  ///   - scheme: the authentication scheme, `nil` for every one.
  public init(of url: URI, realm: String? = nil, scheme: String? = nil) {
    let port = url.effectivePort.map { ":\($0)" } ?? ""
    origin = "\(url.scheme ?? "")://\(url.host ?? "")\(port)"
    self.realm = realm
    self.scheme = scheme?.lowercased()
  }
}

/// User names and passwords that answer challenges, by what they are for.
///
/// The counterpart of the `NSURLCredentialStorage` that AFNetworking's operations ask unless
/// `shouldUseCredentialStorage` is off. It is in memory alone, and only what is put in is in it.
///
/// ```swift
/// let storage = CredentialStorage()
/// storage.set(user: "ada", password: "secret", for: ProtectionSpace(of: url, realm: "orders"))
/// configuration.credentials = storage
/// ```
///
/// A credential is tried once for each request: when it is refused, the 401 is delivered.
public final class CredentialStorage: Sendable {
  private let known = Locked<[ProtectionSpace: (user: String, password: String)]>([:])

  /// Creates an empty storage.
  public init() {}

  /// Keeps a credential in the place of the one there was.
  public func set(user: String, password: String, for space: ProtectionSpace) {
    known.withLock { $0[space] = (user, password) }
  }

  /// Forgets a credential.
  public func remove(for space: ProtectionSpace) { known.withLock { $0[space] = nil } }

  /// Forgets all credentials.
  public func removeAll() { known.withLock { $0 = [:] } }

  /// The credential for a space: its own, else that of a wider space of the same server.
  ///
  /// - Parameter space: what a server's challenge names.
  /// - Returns: `nil` when there is none.
  public func credential(for space: ProtectionSpace) -> (user: String, password: String)? {
    var anyScheme = space
    anyScheme.scheme = nil
    var anyRealm = space
    anyRealm.realm = nil
    var anyPart = anyScheme
    anyPart.realm = nil
    let spaces = [space, anyScheme, anyRealm, anyPart]
    return known.withLock { known in
      for space in spaces {
        if let found = known[space] { return found }
      }
      return nil
    }
  }
}
