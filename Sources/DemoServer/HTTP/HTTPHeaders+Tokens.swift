import Encodings
import HTTPMessages

extension HTTPHeaders {
  /// The members of a comma-separated header.
  func members(_ name: String) -> [String] {
    values(name).flatMap { $0.split(separator: ",") }.map(\.trimmed).filter { !$0.isEmpty }
  }

  /// The members of a comma-separated header, lower-case.
  func tokens(_ name: String) -> [String] { members(name).map { $0.lowercased() } }
}
