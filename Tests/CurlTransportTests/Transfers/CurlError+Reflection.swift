public import CurlTransport

/// `#expect(throws:)` describes every member of the error that it expects, with each byte of a body that is in it.
///
/// For a body of 8 MiB that takes seconds; the description says enough.
extension CurlError: CustomReflectable {
  public var customMirror: Mirror { Mirror(self, children: []) }
}
