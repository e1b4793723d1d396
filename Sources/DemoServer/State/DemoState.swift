/// Everything that the demo API remembers, for as long as the server runs.
///
/// Confined to the server's thread, each part bounded: the oldest entries go first.
final class DemoState {
  /// The base of the server's URLs.
  let url: String
  var identifiers = IdentifierSource()
  var orders = RecentTable<Order>()
  /// What an idempotency key created: the digest of the body that was sent and the order's id.
  var idempotencyKeys = RecentTable<(digest: [UInt8], order: String)>()
  /// The user of each session token.
  var sessions = RecentTable<User>()
  var accessTokens = RecentTable<AccessToken>()
  /// The user of each refresh token that is still good.
  var refreshTokens = RecentTable<User>()
  /// Access tokens issued by client.
  var issuedTokens = RecentTable<Int>()
  /// Nonces of digest authentication that are still good.
  var nonces = RecentTable<Bool>()
  var counters = RecentTable<Int>()
  var attempts = RecentTable<Int>()
  var served = RecentTable<Int>()
  var jobs = RecentTable<Job>()
  var files = RecentTable<File>(capacity: 64)

  init(url: String) {
    self.url = url
  }
}

extension DemoState {
  /// A task that is done after it was asked for so many times.
  struct Job {
    var id: String
    var polls: Int
    var readings = 0
  }

  /// A file that is uploaded in parts.
  struct File {
    var id: String
    var bytes: [UInt8] = []
    var isEnded = false
  }

  /// What an OAuth client got.
  struct AccessToken {
    var client: String
    /// Who logged in, if anybody did.
    var user: String?
    var scope: String
    /// In the clock's milliseconds.
    var expires: Int
  }
}
