import Testing

/// A run gets what its command line says.
@Suite(.timeLimit(.minutes(5))) struct CommandOptionsTests {
  @Test(arguments: ["RunCommand", "SourceOptions"])
  func `every option is handed on`(type: String) {
    let text = SourceTree.text(of: "Sources/curlew/Commands/\(type).swift")
    let options = text.matches(of: /\n  (?:@OptionGroup )?var (\w+)(?:: [^{\n]*)?(?: = [^{\n]*)?\n/)
      .map { String($0.1) }
    #expect(options.count > 7)
    for option in options {
      #expect(text.contains("\n      \(option): \(option)"), "\(option) is read by nobody")
    }
  }
}
