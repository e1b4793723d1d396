extension BodyFormat {
  /// HTML pages.
  public static let html = BodyFormat(
    "html",
    noun: "HTML",
    queries: .xPath,
    mediaTypes: ["text/html", "application/xhtml+xml"],
    fileTypes: ["html": "text/html"],
    expectation: ("The same over an HTML document.", "html: { //title: Catalogue }"),
    capture: ("An XPath over an HTML body.", "html: //title"),
    read: { (source) throws(Failure) in
      do throws(TextDecodingError) {
        // The parser would put U+FFFD in the place of what cannot be decoded.
        _ = try TextDecoder.decodeStrictly(
          source.bytes,
          contentTypeCharset: source.charset,
          kind: .html
        )
      } catch {
        throw Failure(error.message)
      }
      do throws(XMLDocumentError) {
        let page = try HTMLDocument(parsing: source.bytes, charset: source.charset)
        return DecodedBody(.markup(.html(page)))
      } catch {
        throw Failure("\(error)", kind: error.code == .limit ? .limit : .malformed)
      }
    }
  )
}
