/// What the program is asked for.
struct BenchmarkOptions: Sendable {
  /// The subjects to measure; empty for all.
  var subjects: [String] = []
  /// `--curlew`: the release command; built when it is not given.
  var curlew: String?
  /// `--hurl`: the peer; looked for on `PATH` when it is not given.
  var hurl: String?
  /// `--runs`: the rounds whose median is shown.
  var runs = 5
  /// `--markdown`: prints tables for the README.
  var isMarkdown = false

  /// What `--help` prints.
  static let usage = """
    usage: benchmarks [SUBJECT…] [--curlew PATH] [--hurl PATH] [--runs N] [--markdown]
      --curlew PATH  the release command; without it, it is built from this package
      --hurl PATH    the peer; without it, it is looked for on PATH
      --runs N       the rounds whose median is shown, odd; 5 when not given
      --markdown     prints tables for the README
    """

  /// Understands the arguments.
  ///
  /// - Parameter arguments: without the program's name.
  /// - Throws: ``BenchmarkError`` for what cannot be understood.
  init(_ arguments: some Sequence<String>) throws(BenchmarkError) {
    var words = Array(arguments)[...]
    while let word = words.popFirst() {
      switch word {
      case "--markdown": isMarkdown = true
      case "--curlew": curlew = try Self.value(of: word, &words)
      case "--hurl": hurl = try Self.value(of: word, &words)
      case "--runs":
        let text = try Self.value(of: word, &words)
        guard let number = Int(text), (1...99).contains(number), !number.isMultiple(of: 2) else {
          throw BenchmarkError("--runs takes an odd number from 1 to 99, got \"\(text)\"")
        }
        runs = number
      case _ where word.hasPrefix("-"): throw BenchmarkError("unknown option \(word)")
      case _: subjects.append(word)
      }
    }
  }

  private static func value(
    of option: String,
    _ words: inout ArraySlice<String>
  ) throws(BenchmarkError) -> String {
    guard let value = words.popFirst() else { throw BenchmarkError("\(option) takes a value") }
    return value
  }
}
