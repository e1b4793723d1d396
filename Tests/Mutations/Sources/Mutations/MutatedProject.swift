import Foundation

/// A copy of the project whose sources hold all chosen mutants, switched by `CURLEW_MUTANT`.
struct MutatedProject {
  let settings: Settings
  /// The mutants by their numbers, from 1; nil where one did not compile.
  private(set) var mutants: [Mutant?]

  /// The mutants that compile, with their numbers.
  var usable: [(number: Int, mutant: Mutant)] {
    mutants.enumerated().compactMap { index, mutant in
      mutant.map { (number: index + 1, mutant: $0) }
    }
  }

  /// The test program.
  var tests: String { "\(settings.copy)/.build/debug/curlewPackageTests.xctest" }

  init(_ settings: Settings, _ mutants: [Mutant?]) {
    self.settings = settings
    self.mutants = mutants
  }

  /// Every place of the chosen targets where a mutant can be made.
  static func places(_ settings: Settings) throws -> [Mutant] {
    let listing = try Command.run(
      ["git", "ls-files", "--cached", "--others", "--exclude-standard", "Sources"],
      in: settings.project
    )
    var mutants: [Mutant] = []
    for line in listing.output.split(separator: "\n") where line.hasSuffix(".swift") {
      let path = String(line)
      let target = String(path.split(separator: "/")[1])
      guard settings.targets.isEmpty || settings.targets.contains(target) else { continue }
      let url = URL(fileURLWithPath: "\(settings.project)/\(path)")
      guard let source = try? String(contentsOf: url, encoding: .utf8) else { continue }
      mutants += MutantFinder.mutants(in: source, target: target, path: path)
    }
    return mutants
  }

  /// Writes the copy and builds it, without the mutants that do not compile.
  ///
  /// - Throws: `Failure` when the copy does not build for another reason.
  mutating func build(report: (String) -> Void) throws {
    try copy("Sources", "Tests", "scenarios")
    try prepare()
    for path in Set(mutants.compactMap { $0?.path }) { try write(path) }
    while true {
      let build = try compile()
      if build.status == 0 { return }
      let broken = brokenMutants(build.output)
      guard !broken.isEmpty else { throw Failure("the copy does not build:\n\(build.output)") }
      report("\(broken.count) mutants do not compile and are left out")
      var paths: Set<String> = []
      for index in broken {
        if let path = mutants[index]?.path { paths.insert(path) }
        mutants[index] = nil
      }
      for path in paths { try write(path) }
    }
  }

  /// Takes the tests of the project anew.
  ///
  /// - Returns: the changed files, one after the other.
  /// - Throws: `Failure` when they do not build.
  func rebuildTests() throws -> String {
    let comparison = try Command.run(
      ["diff", "-rq", "Tests", "\(settings.copy)/Tests", "-x", ".build"],
      in: settings.project
    )
    try copy("Tests")
    let build = try compile()
    guard build.status == 0 else { throw Failure("the tests do not build:\n\(build.output)") }
    let changed = comparison.output.split(separator: "\n").filter { $0.hasPrefix("Files ") }
    return try changed.map { line in
      try String(
        contentsOfFile: "\(settings.project)/\(line.split(separator: " ")[1])",
        encoding: .utf8
      )
    }.joined()
  }

  private func compile() throws -> Command {
    // The tests are found by the index, so it is not turned off.
    try Command.run(["swift", "build", "--build-tests"], in: settings.copy)
  }

  /// The mutants that stand on a line which the compiler names in an error, by their indices.
  private func brokenMutants(_ output: String) -> Set<Int> {
    var broken: Set<Int> = []
    for line in output.split(separator: "\n") where line.contains(": error: ") {
      let parts = line.split(separator: ":")
      guard parts.count > 3, let number = Int(parts[1]) else { continue }
      let path = String(parts[0]).replacing("\(settings.copy)/", with: "")
      let inFile = mutants.indices.filter { mutants[$0]?.path == path }
      let onLine = inFile.filter { mutants[$0]?.lines.contains(number) == true }
      broken.formUnion(onLine.isEmpty ? inFile : onLine)
    }
    return broken
  }

  /// Copies the files at the top and those of some folders, with their times, so that only what changed is built.
  private func copy(_ folders: String...) throws {
    let files = FileManager.default
    try files.createDirectory(atPath: settings.copy, withIntermediateDirectories: true)
    for folder in folders { try? files.removeItem(atPath: "\(settings.copy)/\(folder)") }
    let copied = try Command.run(
      [
        "sh", "-c",
        """
        copy=$1 && shift &&
        git ls-files -z --cached --others --exclude-standard -- "$@" | xargs -0 ls -d 2>/dev/null | tar -cf - -T - | tar -C "$copy" -xf - &&
        ln -sfn "$PWD/../shared" "$copy/../shared"
        """, "sh", settings.copy,
      ] + (folders.contains("Sources") ? [] : folders),
      in: settings.project
    )
    guard copied.status == 0 else {
      throw Failure("the project cannot be copied: \(copied.output)")
    }
  }

  /// Puts the switch into the copy.
  private func prepare() throws {
    let manifest = URL(fileURLWithPath: "\(settings.copy)/Package.swift")
    var text = try String(contentsOf: manifest, encoding: .utf8)
    // A mutant may leave a variable that is never changed, and the switch is not marked as unsafe.
    text.replace(".strictMemorySafety(),", with: "")
    text.replace(".treatAllWarnings(as: .error),", with: "")
    try text.write(to: manifest, atomically: true, encoding: .utf8)
    for target in Set(mutants.compactMap { $0?.target }) {
      let path = "\(settings.copy)/Sources/\(target)/MutationSwitch.swift"
      try Self.switchSource.write(toFile: path, atomically: true, encoding: .utf8)
    }
  }

  /// Writes one file with its mutants.
  private func write(_ path: String) throws {
    var bytes = Array(try Data(contentsOf: URL(fileURLWithPath: "\(settings.project)/\(path)")))
    let here = usable.filter { $0.mutant.path == path }
    let insertions = here.flatMap { number, mutant in
      mutant.insertions.map { ($0.offset, $0.text.replacing("#", with: "\(number)")) }
    }
    for (offset, text) in insertions.sorted(by: { $0.0 > $1.0 }) {
      bytes.insert(contentsOf: Array(text.utf8), at: offset)
    }
    try Data(bytes).write(to: URL(fileURLWithPath: "\(settings.copy)/\(path)"))
  }

  /// What each changed target gets: the switch, and the record of the mutants that were reached.
  private static let switchSource = """
    private import Glibc

    private enum MutationSwitch {
      static let active = getenv("CURLEW_MUTANT").flatMap { Int(String(cString: $0)) } ?? 0
      static let log = getenv("CURLEW_MUTANTS_REACHED").map { String(cString: $0) }
      nonisolated(unsafe) static let seen: UnsafeMutablePointer<Bool> = {
        let flags = UnsafeMutablePointer<Bool>.allocate(capacity: 100_000)
        flags.initialize(repeating: false, count: 100_000)
        return flags
      }()
    }

    func mutantIsActive(_ number: Int) -> Bool {
      if let log = MutationSwitch.log, !MutationSwitch.seen[number] {
        MutationSwitch.seen[number] = true
        let file = open(log, O_WRONLY | O_APPEND | O_CREAT, 0o644)
        let line = Array("\\(number)\\n".utf8)
        _ = write(file, line, line.count)
        close(file)
      }
      return number == MutationSwitch.active
    }
    """
}
