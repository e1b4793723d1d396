/// Start or end of an operation, for anybody who listens.
///
/// AFNetworking posts these as notifications; ``name`` is the name it uses. A pause, for which
/// AFNetworking posts the end as well, is none here.
public enum RequestOperationEvent: Sendable {
  /// The operation has been started.
  case started(HTTPRequestOperation)
  /// The operation has ended.
  case finished(HTTPRequestOperation)

  /// The operation.
  public var operation: HTTPRequestOperation {
    switch self {
    case .started(let operation), .finished(let operation): operation
    }
  }

  /// AFNetworking's name of the notification.
  public var name: String {
    switch self {
    case .started: "com.alamofire.networking.operation.start"
    case .finished: "com.alamofire.networking.operation.finish"
    }
  }
}
