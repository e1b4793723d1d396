/// An archive keeps the configuration and nothing else, as AFNetworking's does.
///
/// Loop, completion executor, hooks and tasks are not in it: the session that is read back uses the
/// shared loop.
extension URLSessionManager: Codable {
  private enum CodingKeys: CodingKey {
    case configuration
  }

  /// Reads an archive: a new session of the same configuration.
  public convenience init(from decoder: any Decoder) throws {
    let archive = try decoder.container(keyedBy: CodingKeys.self)
    self.init(configuration: try archive.decode(SessionConfiguration.self, forKey: .configuration))
  }

  /// Writes an archive.
  public func encode(to encoder: any Encoder) throws {
    var archive = encoder.container(keyedBy: CodingKeys.self)
    try archive.encode(configuration, forKey: .configuration)
  }
}
