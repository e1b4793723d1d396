extension BodyFormat {
  /// Something that may be said of how a body is read: a key of scenarios, and a name for `curlew query --option`.
  public struct Option: Sendable {
    /// What a text must be like.
    public struct Rule: Sendable {
      /// What messages call such a text, with its article.
      public let noun: String
      /// The rule as a regular expression of JSON Schema; ``holds`` may be narrower.
      public let pattern: String
      /// Whether a text is such a one.
      public let holds: @Sendable (String) -> Bool
    }

    /// The key.
    public let name: String
    /// What its value must be like; `nil` for `true` or `false`.
    public let rule: Rule?
    /// Help on the key.
    public let help: Help

    /// Whether a value, as it is written, may stand there.
    public func accepts(_ text: String) -> Bool {
      rule?.holds(text) ?? (text == "true" || text == "false")
    }
  }
}
