/// The command that is measured.
enum CurlewCommand {
  /// Finds the release command, and builds it as it ships unless it was given.
  ///
  /// - Throws: ``BenchmarkError`` when there is none.
  static func path(_ options: BenchmarkOptions) throws(BenchmarkError) -> String {
    if let given = options.curlew {
      guard ProcessFiles.isExecutable(given) else {
        throw BenchmarkError("--curlew \(given) is no command")
      }
      return given
    }
    let scratch = ".build/benchmarks"
    let words = [
      "swift", "build", "-c", "release", "--static-swift-stdlib", "--product", "curlew",
      "--scratch-path", scratch,
    ]
    Output.line("building: \(words.joined(separator: " "))")
    let status = try ChildProcess(words, output: .same).wait().status
    guard status == 0 else {
      throw BenchmarkError(
        "the release command cannot be built; call this in the package's folder, or say --curlew"
      )
    }
    return "\(scratch)/release/curlew"
  }

  /// The path that was found before the subjects were measured.
  ///
  /// - Throws: ``BenchmarkError`` when there is none.
  static func found(_ options: BenchmarkOptions) throws(BenchmarkError) -> String {
    guard let path = options.curlew else { throw BenchmarkError("say --curlew PATH") }
    return path
  }
}
