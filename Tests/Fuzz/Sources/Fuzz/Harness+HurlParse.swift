import Diagnostics
import HurlFiles
import Scenarios

extension Harness {
  /// Reads a `.hurl` file as a scenario and writes it as YAML.
  static func hurlParse(_ bytes: [UInt8]) {
    let file = SourceFile(path: "input.hurl", utf8: bytes)
    let frontEnd = HurlFrontEnd()
    let (tree, diagnostics) = frontEnd.read(file)
    for diagnostic in diagnostics { _ = DiagnosticRenderer().render(diagnostic) }
    guard let tree else {
      precondition(diagnostics.contains { $0.severity == .error }, "a file is refused in silence")
      return
    }
    let vocabulary = Vocabulary(matchers: [], authSchemes: [], options: [])
    let parser = ScenarioParser(vocabulary: vocabulary, frontEnds: [frontEnd])
    for diagnostic in parser.parse(file).diagnostics { _ = DiagnosticRenderer().render(diagnostic) }
    let text = ScenarioWriter().text(of: ScenarioNode(tree))
    let written = SourceFile(path: "input.scenario.yaml", text: text)
    precondition(YAMLData.read(written).value != nil, "what is written cannot be read: \(text)")
  }
}
