import Encodings

/// A property list for `/catalogue.plist`, written as XML or binary.
enum PropertyListValue {
  case string(String)
  case integer(Int)
  case real(Double)
  case boolean(Bool)
  /// Seconds since 2001-01-01 00:00:00 UTC, and the same moment as XML spells it.
  case date(Double, String)
  case data([UInt8])
  case array([PropertyListValue])
  case dictionary([(key: String, value: PropertyListValue)])
}

extension PropertyListValue {
  /// A whole document in Apple's XML.
  var xmlDocument: String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" \
    "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0">
    \(xml)
    </plist>

    """
  }

  private var xml: String {
    switch self {
    case .string(let text): return "<string>\(MarkupText.escape(text))</string>"
    case .integer(let number): return "<integer>\(number)</integer>"
    case .real(let number): return "<real>\(number)</real>"
    case .boolean(let flag): return flag ? "<true/>" : "<false/>"
    case .date(_, let text): return "<date>\(text)</date>"
    case .data(let bytes): return "<data>\(Base64.encode(bytes))</data>"
    case .array(let values):
      return "<array>\n\(values.map(\.xml).joined(separator: "\n"))\n</array>"
    case .dictionary(let pairs):
      let lines = pairs.map { "<key>\(MarkupText.escape($0.key))</key>\($0.value.xml)" }
      return "<dict>\n\(lines.joined(separator: "\n"))\n</dict>"
    }
  }
}
