import Foundation
import TestSupport
import Testing

/// What reports say of runs of `.hurl` files.
@Suite(.timeLimit(.minutes(5))) struct HurlReportTests {
  @Test func `every place in a report is one in the file`() async throws {
    let project = try CommandProject([
      "curlew.yaml": "run: { demo: true }\nvariables: { host: \"${demo.url}\" }\n",
      "a.hurl": """
      GET {{host}}/health

      GET {{host}}/health
      HTTP *
      [Asserts]
      status < 300
      """,
    ])
    let ending = try await project.run("run", "a.hurl", "--report", "json=r.json")
    #expect(ending.status == 0, "\(ending.all)")
    let report = try JSONSerialization.jsonObject(with: Data(project.folder.read("r.json")))
    let places = Self.places(in: report)
    // Both steps, what is asserted of the second, and the scenario.
    #expect(places.count >= 4)
    #expect(Set(places) == ["a.hurl"])
  }

  /// The paths of all places.
  private static func places(in value: Any) -> [String] {
    switch value {
    case let list as [Any]: return list.flatMap(places)
    case let map as [String: Any]:
      let own = map["line"] == nil ? [] : [map["path"] as? String ?? ""]
      return own + map.values.flatMap(places)
    case _: return []
    }
  }
}
