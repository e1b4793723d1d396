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
    let start = Array("(() => {\n\"use strict\";\n".utf8)
    return start + files.joined(separator: [0x0A]) + Array("})();\n".utf8)
  }()

  /// The frame, cut at its places.
  static let parts: [Part] = {
    let frame = String(decoding: PackageResources.report_html, as: UTF8.self)
    let pieces = frame.split(separator: "{{", omittingEmptySubsequences: false)
    return pieces.flatMap { piece -> [Part] in
      guard let end = piece.firstRange(of: "}}") else { return [.text(Array(piece.utf8))] }
      let name = String(piece[..<end.lowerBound])
      return [.place(name), .text(Array(piece[end.upperBound...].utf8))]
    }
  }()

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

  private static func hash(_ bytes: [UInt8]) throws(ReporterError) -> String {
    do throws(CryptographyError) {
      return "sha256-\(Base64.encode(try DigestAlgorithm.sha256.digest(of: bytes)))"
    } catch {
      throw ReporterError("the page has no hash: \(error)")
    }
  }
}
