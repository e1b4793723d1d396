/// What is done to make room for a finished download; by default nothing, as in AFNetworking.
///
/// ```swift
/// session.downloadTask(
///   with: request,
///   options: [.removesPreviousFile, .createsDirectories],
///   destination: { _, response in "/var/tmp/reports/\(response.url.path.split(separator: "/").last ?? "x")" },
///   completion: { print($0.file ?? "") }
/// ).resume()
/// ```
public struct DownloadOptions: OptionSet, Sendable, Hashable {
  /// The bits.
  public let rawValue: UInt8

  /// Takes any bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// A file at the destination is replaced in one step; a directory is not.
  public static let removesPreviousFile = Self(rawValue: 1)
  /// Directories on the way to the destination are made where they are missing.
  public static let createsDirectories = Self(rawValue: 2)
}
