extension BodyFormat {
  /// XML 1.0.
  public static let xml = BodyFormat(
    "xml",
    noun: "XML",
    queries: .xPath,
    mediaTypes: ["application/xml", "text/xml", "*+xml"],
    fileTypes: ["xml": "application/xml"],
    expectation: (
      "XPaths with their matchers, and the whole document.",
      "xml: { /order/@id: 7, count(//line): 2 }"
    ),
    capture: ("An XPath over the body.", "xml: //item/@sku"),
    read: { (source) throws(Failure) in
      if let charset = source.charset, !XMLDocument.isKnown(charset: charset) {
        throw Failure(TextDecodingError(unknown: charset).message)
      }
      do throws(XMLDocumentError) {
        let document = try XMLDocument(parsing: source.bytes, charset: source.charset)
        return DecodedBody(.markup(.xml(document)))
      } catch {
        throw Failure("\(error)", kind: error.code == .limit ? .limit : .malformed)
      }
    }
  )
}
