/// The ways in which a property list is written down.
public enum PropertyListFormat: String, Sendable, Hashable, CaseIterable, Codable {
  /// XML by Apple's document type.
  case xml
  /// Apple's binary format, `bplist00`.
  case binary
  /// The old text format of OpenStep, which is only read.
  case openStep = "openstep"
}
