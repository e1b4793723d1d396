public import HTTPMessages

/// `#expect(throws:)` describes every member of the error that it expects, with each byte of a body that is in it.
///
/// For a body of megabytes that takes seconds; the description says enough.
extension SessionError: CustomReflectable {
  public var customMirror: Mirror { Mirror(self, children: []) }
}
