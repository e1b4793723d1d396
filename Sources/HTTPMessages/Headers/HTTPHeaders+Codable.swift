extension HTTPHeaders: Codable {
  /// Reads an archive: a list of names and values, order, case and repeats as they were.
  public init(from decoder: any Decoder) throws {
    self.init(try decoder.singleValueContainer().decode([Field].self))
  }

  /// Writes an archive: a list of names and values.
  public func encode(to encoder: any Encoder) throws { try fields.encode(to: encoder) }
}
