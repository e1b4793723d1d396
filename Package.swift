// swift-tools-version: 6.3
import PackageDescription

// Floors: a target imports only from floors below it. `SourceTests` hold the table of allowed imports.
let package = Package(
  name: "curlew",
  products: [
    .executable(name: "curlew", targets: ["curlew"]),
    .library(name: "SessionCore", targets: ["SessionCore"]),
    .library(name: "SessionCoreFoundation", targets: ["SessionCoreFoundation"]),
    .executable(name: "benchmarks", targets: ["Benchmarks"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
    // `swift package generate-documentation`; a plugin is fetched and not built.
    .package(url: "https://github.com/swiftlang/swift-docc-plugin", exact: "1.5.0"),
    .package(url: "https://github.com/apple/swift-nio", exact: "2.101.2"),
    .package(url: "https://github.com/apple/swift-nio-http2", exact: "1.46.0"),
  ],
  targets: [
    // Ground: system libraries, without policy, the one lock, files, and how bytes, dates and addresses are written.
    .systemLibrary(
      name: "CCurl",
      pkgConfig: "libcurl",
      providers: [.apt(["libcurl4-openssl-dev"])]
    ),
    .systemLibrary(
      name: "CIDN2",
      pkgConfig: "libidn2",
      providers: [.apt(["libidn2-dev"])]
    ),
    .systemLibrary(
      name: "CLibXML2",
      pkgConfig: "libxml-2.0",
      providers: [.apt(["libxml2-dev"])]
    ),
    .systemLibrary(name: "CMalloc"),
    .systemLibrary(
      name: "COpenSSL",
      pkgConfig: "openssl",
      providers: [.apt(["libssl-dev"])]
    ),
    .systemLibrary(
      name: "CPCRE2",
      pkgConfig: "libpcre2-8",
      providers: [.apt(["libpcre2-dev"])]
    ),
    .systemLibrary(
      name: "CPSL",
      pkgConfig: "libpsl",
      providers: [.apt(["libpsl-dev"])]
    ),
    .systemLibrary(
      name: "CYAML",
      pkgConfig: "yaml-0.1",
      providers: [.apt(["libyaml-dev"])]
    ),
    .systemLibrary(
      name: "CZlib",
      pkgConfig: "zlib",
      providers: [.apt(["zlib1g-dev"])]
    ),
    .systemLibrary(
      name: "CBrotli",
      pkgConfig: "libbrotlidec",
      providers: [.apt(["libbrotli-dev"])]
    ),
    .systemLibrary(
      name: "CZstandard",
      pkgConfig: "libzstd",
      providers: [.apt(["libzstd-dev"])]
    ),
    .target(name: "Locks"),
    .target(name: "Encodings"),
    .target(name: "Files"),

    // Floor 1: decoded bodies, places in files, digests and certificates, compressed bytes.
    .target(
      name: "Documents",
      dependencies: ["CIDN2", "CLibXML2", "CPCRE2", "Encodings", "Locks"]
    ),
    .target(name: "Diagnostics", dependencies: ["Encodings"]),
    .target(name: "Cryptography", dependencies: ["COpenSSL", "Encodings"]),
    .target(name: "Compression", dependencies: ["CBrotli", "CZlib", "CZstandard"]),

    // Floor 2: values and rules of HTTP, without input and output.
    .target(
      name: "HTTPMessages",
      dependencies: ["CPSL", "Cryptography", "Documents", "Encodings"]
    ),

    // Floor 3: the only target that knows libcurl.
    .target(
      name: "CurlTransport",
      dependencies: [
        "CCurl", "Compression", "Cryptography", "Encodings", "Files", "HTTPMessages", "Locks",
      ]
    ),

    // Floor 4: HTTP without scenarios; scenarios without HTTP.
    .target(
      name: "SessionCore",
      dependencies: [
        "Compression", "Cryptography", "CurlTransport", "Documents", "Encodings", "Files",
        "HTTPMessages", "Locks",
      ]
    ),
    .target(
      name: "Scenarios",
      dependencies: [
        "Cryptography", "CYAML", "Diagnostics", "Documents", "Encodings", "Files", "Locks",
      ]
    ),

    // Hurl's format, read as scenarios.
    .target(
      name: "HurlFiles",
      dependencies: ["Diagnostics", "Documents", "Encodings", "Files", "Scenarios"]
    ),

    // OpenAPI documents, and what exchanges break of them.
    .target(
      name: "Contracts",
      dependencies: ["Diagnostics", "Documents", "Encodings", "Files", "Locks", "Scenarios"]
    ),

    // For programs that use Foundation; the one target that imports it.
    .target(name: "SessionCoreFoundation", dependencies: ["SessionCore"]),

    // Floors 5 and 6: what holds of a response; the contract between running and telling.
    .target(
      name: "Assertions",
      dependencies: ["Cryptography", "Diagnostics", "Documents", "Encodings", "Locks"]
    ),
    .target(name: "RunEvents", dependencies: ["Assertions", "Diagnostics"]),

    // Floor 7: running and telling. Neither imports the other.
    .target(
      name: "Engine",
      dependencies: [
        "Assertions", "Compression", "Contracts", "Cryptography", "CurlTransport", "Diagnostics",
        "Documents", "Encodings", "Files", "HTTPMessages", "Locks", "RunEvents", "Scenarios",
        "SessionCore",
      ]
    ),
    .target(
      name: "Reports",
      dependencies: [
        "Assertions", "Cryptography", "Diagnostics", "Documents", "Encodings", "Files", "Locks",
        "RunEvents",
      ],
      // Files that people edit as what they are; the command carries them inside.
      resources: [.embedInCode("HTML/Page"), .embedInCode("JSON/Schema")]
    ),

    // Floor 8: the embedded API that `--demo` runs against.
    .target(
      name: "DemoServer",
      dependencies: [
        "Compression", "Cryptography", "Documents", "Encodings", "HTTPMessages", "Locks",
      ]
    ),

    // Top: the command, wiring only.
    .executableTarget(
      name: "curlew",
      dependencies: [
        "CMalloc", "Contracts", "DemoServer", "Diagnostics", "Documents", "Encodings", "Engine",
        "Files", "HurlFiles", "Locks", "Reports", "RunEvents", "Scenarios",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      // The guide, for `curlew help TOPIC`.
      resources: [
        "ComingFromHurl", "ComingFromPostman", "Contracts", "DataRows", "Expectations",
        "GettingStarted", "ReadingAReport", "Requests", "Reuse", "RunningInAPipeline", "Secrets",
        "SessionsAndAuthentication", "SetUpAndTeardown", "Troubleshooting", "WaitingAndRetrying",
      ].map { .embedInCode("curlew.docc/\($0).md") }
    ),

    // Tests: a fixture server that can be told to misbehave, and a suite for each target.
    .target(
      name: "TestSupport",
      dependencies: [
        "COpenSSL", "Cryptography", "Encodings", "Files", "Locks",
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOTLS", package: "swift-nio"),
        .product(name: "NIOHTTP2", package: "swift-nio-http2"),
      ],
      path: "Tests/TestSupport"
    ),
    .testTarget(name: "LocksTests", dependencies: ["Locks"]),
    .testTarget(name: "EncodingsTests", dependencies: ["Encodings"]),
    .testTarget(name: "FilesTests", dependencies: ["Files", "TestSupport"]),
    .testTarget(name: "DocumentsTests", dependencies: ["Documents", "TestSupport"]),
    .testTarget(name: "DiagnosticsTests", dependencies: ["Diagnostics", "TestSupport"]),
    .testTarget(name: "CryptographyTests", dependencies: ["Cryptography", "Encodings"]),
    .testTarget(
      name: "HTTPMessagesTests",
      dependencies: ["Documents", "Encodings", "HTTPMessages"]
    ),
    .testTarget(
      name: "CurlTransportTests",
      dependencies: ["CurlTransport", "HTTPMessages", "Locks", "TestSupport"]
    ),
    .testTarget(
      name: "SessionCoreTests",
      dependencies: [
        "Compression", "Cryptography", "CurlTransport", "Documents", "Encodings", "HTTPMessages",
        "Locks", "SessionCore", "TestSupport",
      ]
    ),
    .testTarget(
      name: "SessionCoreFoundationTests",
      dependencies: ["SessionCore", "SessionCoreFoundation", "TestSupport"]
    ),
    .testTarget(
      name: "ScenariosTests",
      dependencies: ["Diagnostics", "Documents", "Encodings", "Files", "Scenarios", "TestSupport"]
    ),
    .testTarget(
      name: "HurlFilesTests",
      dependencies: ["Diagnostics", "Documents", "HurlFiles", "Scenarios", "TestSupport"]
    ),
    .testTarget(
      name: "ContractsTests",
      dependencies: ["Contracts", "Diagnostics", "Documents", "Scenarios"]
    ),
    .testTarget(
      name: "AssertionsTests",
      dependencies: ["Assertions", "Cryptography", "Diagnostics", "Documents"]
    ),
    .testTarget(
      name: "RunEventsTests",
      dependencies: ["Assertions", "Diagnostics", "RunEvents"]
    ),
    .testTarget(
      name: "EngineTests",
      dependencies: [
        "Assertions", "Cryptography", "DemoServer", "Diagnostics", "Documents", "Encodings",
        "Engine", "Locks", "RunEvents", "Scenarios", "TestSupport",
      ]
    ),
    .testTarget(
      name: "ReportsTests",
      dependencies: [
        "Assertions", "Cryptography", "Diagnostics", "Documents", "Encodings", "Reports",
        "RunEvents", "TestSupport",
      ]
    ),
    .testTarget(
      name: "DemoServerTests",
      dependencies: ["Cryptography", "DemoServer", "Documents", "Encodings", "HTTPMessages"]
    ),
    .testTarget(
      name: "CurlewTests",
      dependencies: ["Documents", "Locks", "TestSupport", "curlew"]
    ),
    .testTarget(name: "SourceTests"),

    // Measures what is promised of speed: `swift run -c release benchmarks [SUBJECT…]`.
    .executableTarget(
      name: "Benchmarks",
      dependencies: [
        "CCurl", "Cryptography", "CurlTransport", "Diagnostics", "Documents", "Encodings",
        "Engine", "Locks", "RunEvents", "Scenarios", "SessionCore",
      ],
      path: "Tests/Benchmarks"
    ),
  ],
  swiftLanguageModes: [.v6]
)

/// Where the tests spend most of their time: debug builds optimize these, too.
///
/// To step through one in a debugger, take it out. With the others the compiler takes more time than the tests win back.
let optimizedModules: Set = ["Diagnostics", "Documents", "Encodings", "HTTPMessages", "Scenarios"]

for target in package.targets where target.type != .system {
  target.swiftSettings = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("ImmutableWeakCaptures"),
    .enableUpcomingFeature("InferIsolatedConformances"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .strictMemorySafety(),
    .treatAllWarnings(as: .error),
    .treatWarning("DeprecatedDeclaration", as: .warning),
    .treatWarning("ExplicitSendable", as: .error),
    // Types are built from what the compiler knows instead of from their names, for which the runtime searches all
    // conformances of the program: at start-up that is a twentieth of the time.
    .unsafeFlags(
      ["-Xfrontend", "-disable-concrete-type-metadata-mangled-name-accessors"],
      .when(configuration: .release)
    ),
  ]
  if optimizedModules.contains(target.name) {
    target.swiftSettings?.append(.unsafeFlags(["-O"], .when(configuration: .debug)))
  }
  if target.name == "curlew" {
    // Nothing loads the program as a library: without its 10 000 names each library's own are found sooner.
    target.linkerSettings = [
      .unsafeFlags(["-Xlinker", "--no-export-dynamic"], .when(configuration: .release))
    ]
  }
}
