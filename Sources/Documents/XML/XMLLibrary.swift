import CLibXML2
import Glibc

/// What must be set once for the process before libxml2 is used.
enum XMLLibrary {
  /// Makes the library ready on first use; any thread may call it.
  static func prepare() {
    _ = isReady
  }

  /// Makes schema validation ready on first use, whose tables libxml2 would fill without a lock.
  static let isReadyForValidation: Bool = {
    xmlSchemaInitTypes()
    return xmlRelaxNGInitTypes() == 0
  }()

  /// The name under which libxml2 knows a charset, by itself or by its WHATWG name.
  ///
  /// - Parameter charset: a label from a header; `nil` stays so.
  /// - Returns: `nil` when the charset is not known, so that the document's own word counts.
  static func encodingName(of charset: String?) -> String? {
    guard let charset else { return nil }
    return [charset, TextEncoding(label: charset)?.name].compactMap(\.self).first { name in
      guard let handler = unsafe xmlFindCharEncodingHandler(name) else { return false }
      unsafe xmlCharEncCloseFunc(handler)
      return true
    }
  }

  private static let isReady: Bool = {
    xmlInitParser()
    // Neither the system's catalogues nor those a document names may send a look-up elsewhere.
    xmlInitializeCatalog()
    xmlCatalogSetDefaults(XML_CATA_ALLOW_NONE)
    unsafe xmlSetExternalEntityLoader(loadExternalEntity)
    return true
  }()
}

/// Refuses whatever a document refers to, except local files while a schema with a path is read.
private func loadExternalEntity(
  address: UnsafePointer<CChar>?,
  identifier: UnsafePointer<CChar>?,
  parser: xmlParserCtxtPtr?
) -> xmlParserInputPtr? {
  guard let context = unsafe curlew_xml_error_context(), let address = unsafe address else {
    return nil
  }
  let collector = unsafe Unmanaged<XMLProblemCollector>.fromOpaque(context).takeUnretainedValue()
  let place = unsafe String(cString: address)
  guard collector.allowsFiles, !place.contains("://") || place.hasPrefix("file://") else {
    collector.refused.append(place)
    return nil
  }
  let path = place.hasPrefix("file://") ? String(place.dropFirst("file://".count)) : place
  guard isReadableFile(path) || isReadableFile(unescaped(path)) else {
    collector.refused.append(place)
    return nil
  }
  return unsafe xmlNoNetExternalEntityLoader(address, identifier, parser)
}

/// Whether a path leads to a regular file of bounded size: a device or a pipe could keep a reader
/// for ever.
private func isReadableFile(_ path: String) -> Bool {
  var facts = stat()
  return unsafe stat(path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFREG
    && facts.st_size <= XMLProblemCollector.fileSizeLimit
}

/// The path that the library makes of an address, in which `%20` stands for a space.
private func unescaped(_ path: String) -> String {
  guard let text = unsafe xmlURIUnescapeString(path, 0, nil) else { return path }
  defer { unsafe curlew_xml_free(text) }
  return unsafe String(cString: text)
}
