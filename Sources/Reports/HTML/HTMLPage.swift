import Cryptography
import Encodings

/// The frame of the page with its style and script, which stand as files of their own in the folder `Page`.
enum HTMLPage {
  /// A part of the frame.
  enum Part: Hashable {
    /// Text that stands as it is.
    case text([UInt8])
    /// A place that the report fills: `{{data}}`.
    case place(String)
  }

  /// The style.
  static let style = PackageResources.report_css

  /// The script: all files in one scope of their own.
  static let script: [UInt8] = {
    let files = [
      PackageResources.elements_js, PackageResources.data_js, PackageResources.bodies_js,
      PackageResources.charts_js, PackageResources.detail_js, PackageResources.list_js,
      PackageResources.coverage_js, PackageResources.main_js,
    ]
    var script = Array("(() => {\n\"use strict\";\n".utf8)
    for (place, file) in files.enumerated() {
      if place > 0 { script.append(0x0A) }
      script += file
    }
    return script + Array("})();\n".utf8)
  }()

  /// The frame, cut at its places.
  static let parts: [Part] = parts(of: PackageResources.report_html)

  /// What the page may do: run its own script and style, show pictures that it holds itself, and nothing else.
  ///
  /// - Returns: a policy as CSP level 3 has it, with the hashes of the script and the style.
  static func policy() throws(ReporterError) -> String {
    let sources = [
      "default-src 'none'", "script-src '\(try hash(script))'", "style-src '\(try hash(style))'",
      "img-src data:", "base-uri 'none'", "form-action 'none'",
    ]
    return sources.joined(separator: "; ")
  }

  /// Cuts a frame at `{{name}}`.
  static func parts(of frame: [UInt8]) -> [Part] {
    var parts: [Part] = []
    var text: [UInt8] = []
    var index = 0
    while index < frame.count {
      if let end = endOfPlace(frame, from: index) {
        parts.append(.text(text))
        parts.append(.place(String(decoding: frame[index + 2..<end], as: UTF8.self)))
        text = []
        index = end + 2
      } else {
        text.append(frame[index])
        index += 1
      }
    }
    return parts + [.text(text)]
  }

  private static func endOfPlace(_ frame: [UInt8], from start: Int) -> Int? {
    let (open, close) = (UInt8(ascii: "{"), UInt8(ascii: "}"))
    guard start + 1 < frame.count, frame[start] == open, frame[start + 1] == open else {
      return nil
    }
    var end = start + 2
    while end + 1 < frame.count, frame[end] >= UInt8(ascii: "a"), frame[end] <= UInt8(ascii: "z") {
      end += 1
    }
    guard end > start + 2, end + 1 < frame.count, frame[end] == close, frame[end + 1] == close
    else { return nil }
    return end
  }

  private static func hash(_ bytes: [UInt8]) throws(ReporterError) -> String {
    do throws(CryptographyError) {
      return "sha256-\(Base64.encode(try DigestAlgorithm.sha256.digest(of: bytes)))"
    } catch {
      throw ReporterError(.internal, "the page has no hash: \(error)")
    }
  }
}
