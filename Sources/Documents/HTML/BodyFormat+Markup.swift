extension BodyFormat {
  /// XML or HTML, as the content type says.
  public static let markup = BodyFormat(
    "markup",
    noun: "XML or HTML",
    queries: .xPath,
    mediaTypes: xml.mediaTypes + html.mediaTypes,
    expectation: (
      "The same over HTML where the content type is text/html, else over XML.",
      "markup: { count(//a): 3 }"
    ),
    capture: (
      "An XPath over HTML where the content type is text/html, else over XML.",
      "markup: //title"
    ),
    read: { (source) throws(Failure) in
      try (source.mediaType == "text/html" ? html : xml).decode(source)
    }
  )
}
