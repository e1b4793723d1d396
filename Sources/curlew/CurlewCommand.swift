import ArgumentParser

/// `curlew`: wiring only.
///
/// The entry point is synchronous: an asynchronous one costs start-up, and the main thread is needed to wait for signals.
@main
struct CurlewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "curlew",
    abstract: "Runs HTTP scenarios and says what broke, where, and why.",
    discussion: "'curlew help TOPIC' prints a page of the guide: \(GuideTopic.names).",
    version: Version.current,
    subcommands: [
      RunCommand.self, CheckCommand.self, QueryCommand.self, ValidateCommand.self,
      SchemaCommand.self, ReferenceCommand.self, ImportCommand.self, MergeCommand.self,
      DemoCommand.self,
    ],
    defaultSubcommand: nil
  )

  static func main() {
    ProcessMemory.takeByTheMegabyte()
    Process.openStandardDescriptors()
    SignalThread.ignoreFailedWrites()
    let words = Array(CommandLine.arguments.dropFirst())
    if HurlProgram.isCalled(CommandLine.arguments) { HurlProgram.main(words) }
    EarlierReports.removeNamed(in: words) { ProcessEnvironment.read() }
    if let topic = GuideTopic.asked(for: words) {
      StandardOutput.write(topic.page())
      Process.exit(.passed)
    }
    let commands = configuration.subcommands.compactMap { $0.configuration.commandName } + ["help"]
    if let complaint = GuideTopic.complaint(about: words, commands: commands)
      ?? ImportCommand.complaint(about: words)
    {
      StandardError.write("Error: \(complaint)\n")
      Process.exit(.unusable)
    }
    let arguments = LooseArguments.completed(words)
    if let complaint = HurlOnlyOptions.complaint(about: arguments) {
      StandardError.write("Error: \(complaint)\n")
      Process.exit(.unusable)
    }
    do {
      do {
        if let arguments = RunArguments.plain(arguments) { try RunProcess.run(arguments) }
        var command = try parseAsRoot(arguments)
        try command.run()
        Process.endUnlessWhole()
      } catch let error as ValidationError {
        // The options are in order, so that how they are written is not what helps.
        StandardError.write("Error: \(error.message)\n")
        Process.exit(.unusable)
      }
    } catch {
      // The parser's own status for wrong usage is 64; ours is 2.
      let status = exitCode(for: error)
      guard !status.isSuccess, status == .validationFailure else { exit(withError: error) }
      StandardError.write(fullMessage(for: error) + "\n")
      Process.exit(.unusable)
    }
  }
}

/// The version of the command.
enum Version {
  static let current = "0.1.0"
}
