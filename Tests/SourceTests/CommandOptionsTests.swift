import Testing

/// A run gets what its command line says.
@Suite(.timeLimit(.minutes(5))) struct CommandOptionsTests {
  @Test func `every option stands in the catalogue`() throws {
    let text = SourceTree.text(of: "Sources/Engine/Defaults/RunOptionCatalogue.swift")
    let parts = text.split(separator: "extension RunOption {", maxSplits: 1)
    let lists = try #require(parts.first)
    let entries = try #require(parts.last)
    let options = entries.matches(of: #/\n  (?:public )?static let (\w+) = /#).map { String($0.1) }
    #expect(options.count > 30)
    for option in options {
      #expect(lists.contains(" .\(option),"), "\(option) is no option of any command")
    }
  }
}
