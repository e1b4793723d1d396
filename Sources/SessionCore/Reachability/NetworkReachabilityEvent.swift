/// A look at the network that gave a status, for anybody who listens.
///
/// AFNetworking posts this as a notification; ``name`` and ``userInfo`` are the name and key it
/// uses.
public struct NetworkReachabilityEvent: Sendable {
  /// AFNetworking's name of the notification.
  public static let name = "com.alamofire.networking.reachability.change"
  /// The key of the status in ``userInfo``.
  public static let statusKey = "AFNetworkingReachabilityNotificationStatusItem"

  /// Who looked, the notification's object as in AFNetworking 4.
  public var manager: NetworkReachabilityManager
  /// What was seen.
  public var status: NetworkReachabilityStatus

  /// The status' number under AFNetworking's key.
  public var userInfo: [String: Int] { [Self.statusKey: status.rawValue] }
}
