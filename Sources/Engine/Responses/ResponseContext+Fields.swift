import Assertions
import Diagnostics
import HTTPMessages

extension ResponseContext {
  private static var shownNames: Int { 20 }

  /// The detail about a missing header field: those that did, and the one that was probably meant.
  func namesOfFields(insteadOf name: String) -> String {
    var known: Set<String> = []
    let names = response.headers.map(\.name).filter { known.insert($0.lowercased()).inserted }
    guard !names.isEmpty else { return "the response has no header fields" }
    var text = names.prefix(Self.shownNames).map {
      ValueText.cut(TerminalText.escaped($0))
    }.joined(separator: ", ")
    if names.count > Self.shownNames { text += " and \(names.count - Self.shownNames) more" }
    let meant = Suggestion.nearest(to: name, in: names).map {
      ", did you mean \(ValueText.quoted($0))?"
    }
    return "the response has \(text)" + (meant ?? "")
  }
}
