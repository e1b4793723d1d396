/// Media types of files, by their names.
public enum MediaType: Sendable {
  /// What bytes are when nothing is known of them.
  public static let octetStream = "application/octet-stream"

  /// The media type that a file's extension stands for.
  ///
  /// - Parameter path: compared without case; only what follows the last dot of the last part.
  /// - Returns: `application/octet-stream` for an unknown extension.
  public static func ofFile(named path: String) -> String {
    let name = path.split(separator: "/").last ?? ""
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return octetStream }
    return types[name[name.index(after: dot)...].lowercased()] ?? octetStream
  }

  private static let types: [String: String] = [
    "7z": "application/x-7z-compressed", "aac": "audio/aac", "atom": "application/atom+xml",
    "avi": "video/x-msvideo", "avif": "image/avif", "bin": octetStream, "bmp": "image/bmp",
    "bz2": "application/x-bzip2", "cer": "application/x-x509-ca-cert",
    "crt": "application/x-x509-ca-cert", "css": "text/css", "csv": "text/csv",
    "der": "application/x-x509-ca-cert", "doc": "application/msword",
    "docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    "eot": "application/vnd.ms-fontobject", "epub": "application/epub+zip", "flac": "audio/flac",
    "gif": "image/gif", "gz": "application/gzip", "heic": "image/heic", "htm": "text/html",
    "html": "text/html", "ico": "image/x-icon", "ics": "text/calendar",
    "jar": "application/java-archive", "jpeg": "image/jpeg", "jpg": "image/jpeg",
    "js": "text/javascript", "json": "application/json", "jsonld": "application/ld+json",
    "m4a": "audio/mp4", "md": "text/markdown", "mid": "audio/midi", "mjs": "text/javascript",
    "mov": "video/quicktime", "mp3": "audio/mpeg", "mp4": "video/mp4", "mpeg": "video/mpeg",
    "odp": "application/vnd.oasis.opendocument.presentation",
    "ods": "application/vnd.oasis.opendocument.spreadsheet",
    "odt": "application/vnd.oasis.opendocument.text", "oga": "audio/ogg", "ogg": "audio/ogg",
    "ogv": "video/ogg", "otf": "font/otf", "p12": "application/x-pkcs12",
    "pdf": "application/pdf", "pem": "application/x-pem-file", "plist": "application/x-plist",
    "png": "image/png", "ppt": "application/vnd.ms-powerpoint",
    "pptx": "application/vnd.openxmlformats-officedocument.presentationml.presentation",
    "rar": "application/vnd.rar", "rss": "application/rss+xml", "rtf": "application/rtf",
    "sh": "application/x-sh", "sql": "application/sql", "svg": "image/svg+xml",
    "tar": "application/x-tar", "tif": "image/tiff", "tiff": "image/tiff",
    "toml": "application/toml",
    "ts": "video/mp2t", "ttf": "font/ttf", "txt": "text/plain", "vcf": "text/vcard",
    "wasm": "application/wasm", "wav": "audio/wav", "weba": "audio/webm", "webm": "video/webm",
    "webp": "image/webp", "woff": "font/woff", "woff2": "font/woff2",
    "xhtml": "application/xhtml+xml", "xls": "application/vnd.ms-excel",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "xml": "application/xml", "xsd": "application/xml", "xsl": "application/xml",
    "yaml": "application/yaml", "yml": "application/yaml", "zip": "application/zip",
  ]
}
