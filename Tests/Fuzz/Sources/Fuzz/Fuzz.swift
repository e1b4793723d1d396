import CFuzzer
import Glibc

/// Feeds one parser with libFuzzer's inputs: `FUZZ_PARSER=json fuzz [OPTION…] [FOLDER…]`.
///
/// The parser's name is no argument, because libFuzzer takes those for folders and starts itself
/// anew with them.
@main
struct Fuzz {
  static func main() {
    let name = unsafe getenv("FUZZ_PARSER").map { unsafe String(cString: $0) }
    guard let harness = unsafe harnesses[name ?? ""] else {
      print("set FUZZ_PARSER to one of: \(unsafe harnesses.keys.sorted().joined(separator: " "))")
      exit(2)
    }
    var count = CommandLine.argc
    var arguments = unsafe Optional(CommandLine.unsafeArgv)
    exit(unsafe LLVMFuzzerRunDriver(&count, &arguments, harness))
  }
}

/// What libFuzzer calls with each input.
typealias Callback = @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32

/// What each parser's name stands for.
private let harnesses: [String: Callback] = unsafe [
  "body": { unsafe feed($0, $1, Harness.body) },
  "contract": { unsafe feed($0, $1, Harness.contract) },
  "expression": { unsafe feed($0, $1, Harness.expression) },
  "hurl-parse": { unsafe feed($0, $1, Harness.hurlParse) },
  "hurl-run": { unsafe feed($0, $1, Harness.hurlRun) },
  "image": { unsafe feed($0, $1, Harness.image) },
  "json": { unsafe feed($0, $1, Harness.json) },
  "jsonpath": { unsafe feed($0, $1, Harness.jsonPath) },
  "plist": { unsafe feed($0, $1, Harness.propertyList) },
  "schema": { unsafe feed($0, $1, Harness.schema) },
  "text": { unsafe feed($0, $1, Harness.text) },
  "xml": { unsafe feed($0, $1, Harness.xml) },
  "yaml": { unsafe feed($0, $1, Harness.yaml) },
]

private func feed(
  _ data: UnsafePointer<UInt8>?,
  _ count: Int,
  _ harness: ([UInt8]) -> Void
) -> Int32 {
  unsafe harness(Array(UnsafeBufferPointer(start: data, count: count)))
  return 0
}
