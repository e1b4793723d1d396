/// Which target may import which modules; the same as the dependencies in `Package.swift`.
enum ImportTable {
  /// The targets below `Sources`.
  static let sources: [String: Set<String>] = [
    "Locks": [],
    "Documents": ["CLibXML2", "CPCRE2", "Locks"],
    "Diagnostics": [],
    "Cryptography": ["COpenSSL"],
    "Compression": ["CBrotli", "CZlib", "CZstandard"],
    "CurlTransport": ["CCurl", "Compression", "Cryptography", "Locks"],
    "SessionCore": ["CPSL", "Compression", "Cryptography", "CurlTransport", "Documents", "Locks"],
    "SessionCoreFoundation": ["SessionCore"],
    "Scenarios": ["Cryptography", "CYAML", "Diagnostics", "Documents"],
    "Assertions": ["Cryptography", "Diagnostics", "Documents", "Locks"],
    "RunEvents": ["Assertions", "Diagnostics"],
    "Engine": [
      "Assertions", "Cryptography", "CurlTransport", "Diagnostics", "Documents", "Locks",
      "RunEvents", "Scenarios", "SessionCore",
    ],
    "Reports": [
      "Assertions", "Cryptography", "Diagnostics", "Documents", "Locks", "RunEvents",
    ],
    "DemoServer": ["Documents", "Locks"],
    "curlew": [
      "ArgumentParser", "DemoServer", "Diagnostics", "Documents", "Engine", "Locks", "Reports",
      "RunEvents", "Scenarios",
    ],
  ]

  /// The targets below `Tests`, without what `testSystem` adds.
  static let tests: [String: Set<String>] = [
    "TestSupport": [
      "Cryptography", "Locks", "NIOCore", "NIOHTTP1", "NIOHTTP2", "NIOPosix", "NIOSSL",
    ],
    "LocksTests": ["Locks"],
    "DocumentsTests": ["Documents"],
    "DiagnosticsTests": ["Diagnostics"],
    "CryptographyTests": ["Cryptography"],
    "CurlTransportTests": ["CurlTransport", "Locks", "TestSupport"],
    "SessionCoreTests": [
      "Compression", "Cryptography", "CurlTransport", "Documents", "Locks", "SessionCore",
      "TestSupport",
    ],
    "SessionCoreFoundationTests": ["SessionCore", "SessionCoreFoundation", "TestSupport"],
    "ScenariosTests": ["Diagnostics", "Documents", "Scenarios"],
    "AssertionsTests": ["Assertions", "Cryptography", "Diagnostics", "Documents"],
    "RunEventsTests": ["Assertions", "Diagnostics", "RunEvents"],
    "EngineTests": [
      "Assertions", "Cryptography", "DemoServer", "Diagnostics", "Documents", "Engine", "Locks",
      "RunEvents", "Scenarios", "TestSupport",
    ],
    "ReportsTests": [
      "Assertions", "Cryptography", "Diagnostics", "Documents", "Reports", "RunEvents",
      "TestSupport",
    ],
    "DemoServerTests": ["DemoServer", "Documents"],
    "CurlewTests": ["curlew", "Documents", "Locks", "TestSupport"],
    "SourceTests": [],
    "Benchmarks": [
      "CCurl", "Cryptography", "CurlTransport", "Diagnostics", "Documents", "Engine", "Locks",
      "RunEvents", "Scenarios", "SessionCore",
    ],
  ]

  /// Folders below `Tests` that are packages of their own and no targets of this one.
  static let packages: [String: Set<String>] = [
    "Fuzz": ["CFuzzer", "Diagnostics", "Documents", "PackageDescription", "Scenarios"],
    "Mutations": [
      "Foundation", "PackageDescription", "SwiftOperators", "SwiftParser", "SwiftSyntax",
    ],
  ]

  /// What every target may import: the toolchain's modules, but never the whole of Foundation.
  static let system: Set<String> = [
    "FoundationEssentials", "Glibc", "Swift", "Synchronization", "_Concurrency",
  ]

  /// What the one target that bridges to the whole of Foundation may import besides.
  static let foundation: [String: Set<String>] = [
    "SessionCoreFoundation": ["Foundation", "FoundationNetworking"]
  ]

  /// What every test target may import besides.
  static let testSystem: Set<String> = system.union([
    "Dispatch", "Foundation", "FoundationNetworking", "Testing",
  ])
}
