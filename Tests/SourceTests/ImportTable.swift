/// Which target may import which modules; the same as the dependencies in `Package.swift`.
enum ImportTable {
  /// The targets below `Sources`.
  static let sources: [String: Set<String>] = [
    "Locks": [],
    "Encodings": [],
    "Files": [],
    "Documents": ["CIDN2", "CLibXML2", "CPCRE2", "Encodings", "Locks"],
    "Diagnostics": ["Encodings"],
    "Cryptography": ["COpenSSL", "Encodings"],
    "Compression": ["CBrotli", "CZlib", "CZstandard"],
    "HTTPMessages": ["CPSL", "Cryptography", "Documents", "Encodings"],
    "CurlTransport": [
      "CCurl", "Compression", "Cryptography", "Encodings", "Files", "HTTPMessages", "Locks",
    ],
    "SessionCore": [
      "Compression", "Cryptography", "CurlTransport", "Documents", "Encodings", "Files",
      "HTTPMessages", "Locks",
    ],
    "Contracts": ["Diagnostics", "Documents", "Encodings", "Files", "Locks", "Scenarios"],
    "SessionCoreFoundation": ["SessionCore"],
    "Scenarios": [
      "Cryptography", "CYAML", "Diagnostics", "Documents", "Encodings", "Files", "Locks",
    ],
    "HurlFiles": ["Diagnostics", "Documents", "Encodings", "Files", "Scenarios"],
    "Assertions": ["Cryptography", "Diagnostics", "Documents", "Encodings", "Locks"],
    "RunEvents": ["Assertions", "Diagnostics"],
    "Engine": [
      "Assertions", "Compression", "Contracts", "Cryptography", "CurlTransport", "Diagnostics",
      "Documents", "Encodings", "Files", "HTTPMessages", "Locks", "RunEvents", "Scenarios",
      "SessionCore",
    ],
    "Reports": [
      "Assertions", "Cryptography", "Diagnostics", "Documents", "Encodings", "Files", "Locks",
      "RunEvents",
    ],
    "DemoServer": [
      "Compression", "Cryptography", "Documents", "Encodings", "HTTPMessages", "Locks",
    ],
    "curlew": [
      "ArgumentParser", "CMalloc", "Contracts", "DemoServer", "Diagnostics", "Documents",
      "Encodings", "Engine", "Files", "HurlFiles", "Locks", "Reports", "RunEvents", "Scenarios",
    ],
  ]

  /// The targets below `Tests`, without what `testSystem` adds.
  static let tests: [String: Set<String>] = [
    "TestSupport": [
      "COpenSSL", "Cryptography", "Encodings", "Files", "Locks", "NIOCore", "NIOHTTP1", "NIOHTTP2",
      "NIOPosix", "NIOTLS",
    ],
    "LocksTests": ["Locks"],
    "EncodingsTests": ["Encodings"],
    "FilesTests": ["Files", "TestSupport"],
    "DocumentsTests": ["Documents", "TestSupport"],
    "DiagnosticsTests": ["Diagnostics", "TestSupport"],
    "CryptographyTests": ["Cryptography", "Encodings"],
    "HTTPMessagesTests": ["Documents", "Encodings", "HTTPMessages"],
    "CurlTransportTests": ["CurlTransport", "HTTPMessages", "Locks", "TestSupport"],
    "SessionCoreTests": [
      "Compression", "Cryptography", "CurlTransport", "Documents", "Encodings", "HTTPMessages",
      "Locks", "SessionCore", "TestSupport",
    ],
    "SessionCoreFoundationTests": ["SessionCore", "SessionCoreFoundation", "TestSupport"],
    "ScenariosTests": [
      "Diagnostics", "Documents", "Encodings", "Files", "Scenarios", "TestSupport",
    ],
    "HurlFilesTests": ["Diagnostics", "Documents", "HurlFiles", "Scenarios", "TestSupport"],
    "ContractsTests": ["Contracts", "Diagnostics", "Documents", "Scenarios"],
    "AssertionsTests": ["Assertions", "Cryptography", "Diagnostics", "Documents"],
    "RunEventsTests": ["Assertions", "Diagnostics", "RunEvents"],
    "EngineTests": [
      "Assertions", "Cryptography", "DemoServer", "Diagnostics", "Documents", "Encodings",
      "Engine", "Locks", "RunEvents", "Scenarios", "TestSupport",
    ],
    "ReportsTests": [
      "Assertions", "Cryptography", "Diagnostics", "Documents", "Encodings", "Reports",
      "RunEvents", "TestSupport",
    ],
    "DemoServerTests": ["Cryptography", "DemoServer", "Documents", "Encodings", "HTTPMessages"],
    "CurlewTests": ["curlew", "Documents", "Locks", "TestSupport"],
    "SourceTests": [],
    "Benchmarks": [
      "CCurl", "Cryptography", "CurlTransport", "Diagnostics", "Documents", "Encodings",
      "Engine", "Locks", "RunEvents", "Scenarios", "SessionCore",
    ],
  ]

  /// Folders below `Tests` that are packages of their own and no targets of this one.
  static let packages: [String: Set<String>] = [
    "Fuzz": [
      "CFuzzer", "CNetwork", "Contracts", "DemoServer", "Diagnostics", "Documents", "Encodings",
      "Engine", "HurlFiles", "PackageDescription", "Reports", "RunEvents", "Scenarios",
    ],
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
