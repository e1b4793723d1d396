import Locks
import Reports

/// What earlier runs left where this run will write its reports, for as long as it has not been taken away.
///
/// A run that is abandoned before it has prepared its reports must leave none that looks like its own.
enum EarlierReports {
  private static let requests = Locked<[ReportRequest]>([])

  /// Notes reports that this run is to write.
  static func expect(_ reports: [ReportRequest]) {
    requests.withLock { $0 += reports }
  }

  /// Notes that nothing of an earlier run is left.
  static func settle() {
    requests.withLock { $0 = [] }
  }

  /// Takes away what is left; errors are nobody's concern any more.
  static func remove() {
    for request in requests.withLock({ $0 }) { request.removeEarlier() }
  }
}
