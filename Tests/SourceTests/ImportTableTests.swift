import Testing

@Suite(.timeLimit(.minutes(5))) struct ImportTableTests {
  @Test func `the table is what Package swift declares`() {
    let manifest = PackageManifest(SourceTree.text(of: "Package.swift"))
    #expect(
      manifest.dependencies
        == ImportTable.sources.merging(ImportTable.tests) { first, _ in first }
    )
  }

  @Test(arguments: [
    ("CCurl", "CurlTransport"), ("COpenSSL", "Cryptography"), ("CLibXML2", "Documents"),
    ("CYAML", "Scenarios"), ("CZlib", "Compression"), ("CPSL", "HTTPMessages"),
    ("CPCRE2", "Documents"), ("CIDN2", "Documents"), ("CMalloc", "curlew"),
  ])
  func `a system library has one importer`(library: String, target: String) {
    let importers = ImportTable.sources.merging(ImportTable.tests) { first, _ in first }
      // What everything is measured against needs libcurl alone, and the fixture server OpenSSL's other side.
      .filter { $0.value.contains(library) && !["Benchmarks", "TestSupport"].contains($0.key) }
    #expect(importers.map(\.key) == [target])
  }

  @Test func `the session core re-exports the messages and nothing else`() {
    let lines = SourceTree.files.flatMap { file in
      file.lines(holding: "@_exported").map { "\(file.path): \(file.codeLines[$0 - 1])" }
    }
    #expect(
      lines == ["Sources/SessionCore/SessionTypes.swift: @_exported public import HTTPMessages"]
    )
  }

  @Test func `running and telling do not know each other`() {
    #expect(ImportTable.sources["Engine"]?.contains("Reports") == false)
    #expect(ImportTable.sources["Reports"]?.contains("Engine") == false)
  }

  @Test func `the whole of Foundation is in one target that no other imports`() {
    #expect(ImportTable.foundation.keys.sorted() == ["SessionCoreFoundation"])
    #expect(!ImportTable.sources.values.contains { $0.contains("SessionCoreFoundation") })
    let all = ImportTable.sources.values.reduce(ImportTable.system) { $0.union($1) }
    #expect(all.isDisjoint(with: ["Foundation", "Dispatch", "XCTest", "Testing", "TestSupport"]))
  }
}

@Suite(.timeLimit(.minutes(5))) struct PackageManifestTests {
  @Test func `targets, products and packages are told apart`() {
    let manifest = PackageManifest(
      """
      .systemLibrary(name: "C", pkgConfig: "c"),
      .target(name: "Ground"),
      .target(
        name: "Up",
        dependencies: ["Ground", .product(name: "Product", package: "a-package")],
        path: "Elsewhere/Up"
      ),
      .testTarget(name: "UpTests", dependencies: [
        "Up",
      ]),
      """
    )
    #expect(
      manifest.dependencies
        == ["Ground": [], "Up": ["Ground", "Product"], "UpTests": ["Up"]]
    )
  }
}
