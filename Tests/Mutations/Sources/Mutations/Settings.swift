import Foundation

/// What the command line says.
struct Settings {
  /// The targets to change; all library and command targets below `Sources` without it.
  var targets: [String] = []
  var count = 200
  var seed: UInt64 = 1
  /// How many mutants are tried at once.
  var jobs = 1
  /// The least time that a suite may take, in seconds.
  var leastLimit = 30.0
  /// For how long suites are tried on one mutant, in seconds of their times without one.
  var budget = 60.0
  /// For how long the suites of one process may take, in seconds of their times without a mutant.
  let batch = 6.0
  /// Goes on with the run that was begun here last.
  var resumes = false
  /// Takes the tests anew and tries those mutants again that they did not catch.
  var triesAgain = false
  /// Draws the mutants of the last run first, so that two states of the project are measured by the same ones.
  var drawsSame = false
  /// Prints the chosen mutants and ends.
  var listsOnly = false
  /// The folder that holds `Package.swift` of Curlew.
  var project = ""
  /// The folder of the changed copy.
  var copy: String { "\(project)/Tests/Mutations/.build/copy" }
  /// The file that holds what was found so far.
  var progress: String { "\(project)/Tests/Mutations/.build/progress.json" }

  static let usage = """
    usage: mutations [--targets NAME,NAME] [--count N] [--seed N] [--jobs N] [--limit SECONDS] [--budget SECONDS]
                     [--resume] [--again] [--same] [--list]
    """

  /// Reads the arguments.
  ///
  /// - Throws: `Failure` with what is wrong.
  init(_ arguments: [String]) throws {
    var rest = arguments[...]
    while let name = rest.popFirst() {
      switch name {
      case "--list":
        listsOnly = true
        continue
      case "--resume":
        resumes = true
        continue
      case "--same":
        drawsSame = true
        continue
      case "--again":
        triesAgain = true
        continue
      default: break
      }
      guard let value = rest.popFirst() else { throw Failure("\(name) needs a value") }
      switch name {
      case "--targets": targets = value.split(separator: ",").map(String.init)
      case "--count": count = try Self.number(value, of: name)
      case "--seed": seed = UInt64(try Self.number(value, of: name))
      case "--jobs": jobs = try Self.number(value, of: name)
      case "--limit": leastLimit = Double(try Self.number(value, of: name))
      case "--budget": budget = Double(try Self.number(value, of: name))
      default: throw Failure("unknown option \(name)\n\(Self.usage)")
      }
    }
    var folder = URL(fileURLWithPath: FileManager.default.currentDirectoryPath)
    while !FileManager.default.fileExists(atPath: folder.path + "/Sources/SessionCore") {
      guard folder.path != "/" else { throw Failure("start it in Curlew's folder or below") }
      folder.deleteLastPathComponent()
    }
    project = folder.path
  }

  private static func number(_ text: String, of name: String) throws -> Int {
    guard let number = Int(text), number > 0 else {
      throw Failure("\(name) takes a whole number from 1, not \(text)")
    }
    return number
  }
}

/// What ends the run, as a sentence.
struct Failure: Error {
  var message: String
  init(_ message: String) { self.message = message }
}
