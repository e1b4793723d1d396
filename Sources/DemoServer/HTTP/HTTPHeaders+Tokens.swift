import Encodings
import HTTPMessages

extension HTTPHeaders {
  /// The members of a comma-separated header, lower-case.
  func tokens(_ name: String) -> [String] {
    values(name).flatMap { $0.split(separator: ",") }.map { $0.trimmed.lowercased() }
      .filter { !$0.isEmpty }
  }
}
