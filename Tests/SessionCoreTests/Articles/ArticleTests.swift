import Foundation
import SessionCore
import Testing

/// The code of the documentation is code that is compiled here.
@Suite(.timeLimit(.minutes(5))) struct ArticleTests {
  private let folder = URL(filePath: #filePath).deletingLastPathComponent()

  private func source(_ path: String) throws -> String {
    let root = folder.deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let place = root.appending(path: "Sources/SessionCore").appending(path: path)
    return try String(contentsOf: place, encoding: .utf8)
  }

  /// The Swift blocks of a text.
  private func blocks(_ text: String) -> [String] {
    text.components(separatedBy: "```swift\n").dropFirst().map { rest in
      String(rest[..<(rest.range(of: "```")?.lowerBound ?? rest.endIndex)])
    }
  }

  @Test(arguments: [
    ("Threading", "ThreadingArticle", 5),
    ("ComingFromAFNetworkingAndAlamofire", "ComingFromArticle", 5),
  ])
  func `each block of an article is compiled here`(
    article: String,
    file: String,
    count: Int
  ) throws {
    let blocks = blocks(try source("SessionCore.docc/\(article).md"))
    #expect(blocks.count == count)
    let compiled = try String(
      contentsOf: folder.appending(path: "\(file).swift"),
      encoding: .utf8
    )
    #expect(blocks.joined(separator: "\n") == compiled)
  }

  @Test
  func `the sample of RedirectPolicy is compiled here`() throws {
    let text = try source("Policies/RedirectPolicy.swift").replacing("/// ", with: "")
    let block = try #require(blocks(text).first)
    let compiled = try String(contentsOfFile: #filePath, encoding: .utf8)
    #expect(compiled.contains(block.replacing("\n", with: "\n    ").drop { $0 == " " }.dropLast(4)))
    var configuration = SessionConfiguration()
    configuration.redirects = .limited(3)
    #expect(configuration.redirects.limit == 3)
  }
}
