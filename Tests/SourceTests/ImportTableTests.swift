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

  @Test func `no target of the library product takes flags that a dependency is refused for`() {
    var library: Set<String> = []
    var left = ["SessionCore", "SessionCoreFoundation"]
    while let target = left.popLast() {
      guard let dependencies = ImportTable.sources[target], library.insert(target).inserted
      else { continue }
      left += dependencies
    }
    let manifest = SourceTree.text(of: "Package.swift")
    let exempt = manifest.firstMatch(of: /isInLibrary: Set = \[([^\]]*)\]/)?.1 ?? ""
    #expect(Set(exempt.matches(of: /"(\w+)"/).map { String($0.1) }) == library)
    // Two behind that list, one for the program alone.
    #expect(manifest.matches(of: /unsafeFlags/).count == 3)
    #expect(manifest.contains(/if target\.name == "curlew" \{[^}]*unsafeFlags/))
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
