// swift-tools-version: 6.3
import PackageDescription

// A package of its own, so that building and testing Curlew never builds it. Its targets are links to
// Curlew's own folders. See README.md beside it.
let package = Package(
  name: "fuzz",
  products: [.executable(name: "fuzz", targets: ["Fuzz"])],
  targets: [
    .systemLibrary(name: "CFuzzer"),
    .systemLibrary(name: "CNetwork"),
    .systemLibrary(name: "CBrotli", pkgConfig: "libbrotlidec"),
    .systemLibrary(name: "CCurl", pkgConfig: "libcurl"),
    .systemLibrary(name: "CIDN2", pkgConfig: "libidn2"),
    .systemLibrary(name: "CLibXML2", pkgConfig: "libxml-2.0"),
    .systemLibrary(name: "CPCRE2", pkgConfig: "libpcre2-8"),
    .systemLibrary(name: "COpenSSL", pkgConfig: "openssl"),
    .systemLibrary(name: "CPSL", pkgConfig: "libpsl"),
    .systemLibrary(name: "CYAML", pkgConfig: "yaml-0.1"),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib"),
    .systemLibrary(name: "CZstandard", pkgConfig: "libzstd"),
    .target(name: "Locks"),
    .target(name: "Encodings"),
    .target(name: "Files"),
    .target(
      name: "Documents",
      dependencies: ["CIDN2", "CLibXML2", "CPCRE2", "Encodings", "Locks"]
    ),
    .target(name: "Diagnostics", dependencies: ["Encodings"]),
    .target(name: "Cryptography", dependencies: ["COpenSSL", "Encodings"]),
    .target(
      name: "Scenarios",
      dependencies: ["Cryptography", "CYAML", "Diagnostics", "Documents", "Encodings", "Files"]
    ),
    .target(
      name: "HurlFiles",
      dependencies: ["Diagnostics", "Documents", "Encodings", "Files", "Scenarios"]
    ),
    .target(
      name: "Contracts",
      dependencies: ["Diagnostics", "Documents", "Encodings", "Files", "Locks", "Scenarios"]
    ),
    .target(name: "Compression", dependencies: ["CBrotli", "CZlib", "CZstandard"]),
    .target(
      name: "HTTPMessages",
      dependencies: ["CPSL", "Cryptography", "Documents", "Encodings"]
    ),
    .target(
      name: "CurlTransport",
      dependencies: [
        "CCurl", "Compression", "Cryptography", "Encodings", "Files", "HTTPMessages", "Locks",
      ]
    ),
    .target(
      name: "SessionCore",
      dependencies: [
        "Compression", "Cryptography", "CurlTransport", "Documents", "Encodings", "Files",
        "HTTPMessages", "Locks",
      ]
    ),
    .target(
      name: "Assertions",
      dependencies: ["Cryptography", "Diagnostics", "Documents", "Encodings", "Locks"]
    ),
    .target(name: "RunEvents", dependencies: ["Assertions", "Diagnostics"]),
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
      resources: [.embedInCode("HTML/Page"), .embedInCode("JSON/Schema")]
    ),
    .target(
      name: "DemoServer",
      dependencies: [
        "Compression", "Cryptography", "Documents", "Encodings", "HTTPMessages", "Locks",
      ]
    ),
    .executableTarget(
      name: "Fuzz",
      dependencies: [
        "CFuzzer", "CNetwork", "Contracts", "DemoServer", "Diagnostics", "Documents", "Encodings",
        "Engine", "HurlFiles", "Reports", "RunEvents", "Scenarios",
      ]
    ),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets where target.type != .system {
  target.swiftSettings = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("ImmutableWeakCaptures"),
    .enableUpcomingFeature("InferIsolatedConformances"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .strictMemorySafety(),
  ]
}
