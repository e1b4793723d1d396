/// Measures what is promised of speed and memory, subject by subject.
///
/// `swift run -c release benchmarks` measures all, `benchmarks documents` one subject. The exit
/// status is 1 when a limit is not kept.
@main
struct Benchmarks {
  /// The subjects in the order in which they are measured.
  static let subjects: [Subject] = [.documents]

  static func main() async throws {
    let names = CommandLine.arguments.dropFirst()
    let unknown = names.filter { name in !subjects.contains { $0.name == name } }
    guard unknown.isEmpty else {
      print("unknown subject \(unknown.joined(separator: ", "))")
      print("subjects: \(subjects.map(\.name).joined(separator: ", "))")
      return Ending.leave(with: 2)
    }
    var isSlow = false
    for subject in subjects where names.isEmpty || names.contains(subject.name) {
      print(subject.name)
      for measurement in try await subject.measure() {
        print("  \(measurement)")
        isSlow = isSlow || !measurement.isWithinLimit
      }
    }
    Ending.leave(with: isSlow ? 1 : 0)
  }
}
