import Contracts
import Diagnostics
import Foundation
import Testing

/// The documents of the OpenAPI Initiative that its schemas accept and refuse.
@Suite(
  .timeLimit(.minutes(5)),
  .enabled(if: OpenAPISuite.folder != nil, "there is no ../shared/conformance/openapi")
)
struct OpenAPISuiteTests {
  private static func files(_ folder: String) -> [String] {
    guard let root = OpenAPISuite.folder else { return [] }
    let names = try? FileManager.default.contentsOfDirectory(atPath: "\(root)/\(folder)")
    return (names ?? []).sorted().map { "\(root)/\(folder)/\($0)" }
  }

  private static func reading(_ path: String) throws -> ContractDocument.Reading {
    let bytes = try Data(contentsOf: URL(filePath: path))
    return ContractDocument.read(SourceFile(path: path, utf8: Array(bytes))) { path in
      .failure(Mistake("there is no file \(path)"))
    }
  }

  @Test(arguments: [("3.0", 6), ("3.1", 35), ("3.2", 37)])
  func `every document that passes is accepted`(version: String, count: Int) throws {
    let files = Self.files("\(version)/pass")
    #expect(files.count == count)
    for file in files {
      let reading = try Self.reading(file)
      let errors = reading.diagnostics.filter { $0.severity == .error }
      #expect(errors.isEmpty, "\(file): \(ContractFixture.lines(errors))")
      #expect(reading.document != nil, "\(file)")
      #expect(reading.document?.schemaMistakes() == [], "\(file)")
    }
  }

  @Test(arguments: [("3.1", 11), ("3.2", 29)])
  func `every document that fails is refused with a place`(version: String, count: Int) throws {
    let files = Self.files("\(version)/fail")
    #expect(files.count == count)
    for file in files {
      let reading = try Self.reading(file)
      let errors = reading.diagnostics.filter { $0.severity == .error }
      #expect(reading.document == nil, "\(file)")
      #expect(!errors.isEmpty, "\(file)")
      #expect(errors.allSatisfy { $0.range != nil }, "\(file): \(ContractFixture.lines(errors))")
    }
  }

  @Test(arguments: ["3.0", "3.1", "3.2"])
  func `every example is accepted, as YAML and as JSON alike`(version: String) throws {
    let files = Self.files("examples/\(version)")
    #expect(!files.isEmpty)
    var names: [String: [String]] = [:]
    for file in files {
      let reading = try Self.reading(file)
      let errors = reading.diagnostics.filter { $0.severity == .error }
      #expect(errors.isEmpty, "\(file): \(ContractFixture.lines(errors))")
      let document = try #require(reading.document)
      let stem = String(file.prefix(upTo: file.lastIndex(of: ".") ?? file.endIndex))
      let operations = document.operations.map(\.name)
      if let other = names[stem] { #expect(operations == other, "\(file)") }
      names[stem] = operations
    }
  }
}

/// Where the documents are.
enum OpenAPISuite {
  /// The folder beside the project; nil when it is not there.
  static let folder: String? = {
    let root = #filePath.split(separator: "/", omittingEmptySubsequences: false)
    let path = root.dropLast(5).joined(separator: "/") + "/shared/conformance/openapi"
    return FileManager.default.fileExists(atPath: path) ? path : nil
  }()
}
