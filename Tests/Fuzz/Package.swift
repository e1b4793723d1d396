// swift-tools-version: 6.3
import PackageDescription

// A package of its own, so that building and testing Curlew never builds it. Its targets are links to
// Curlew's own folders. See README.md beside it.
let package = Package(
  name: "fuzz",
  products: [.executable(name: "fuzz", targets: ["Fuzz"])],
  targets: [
    .systemLibrary(name: "CFuzzer"),
    .systemLibrary(name: "CIDN2", pkgConfig: "libidn2"),
    .systemLibrary(name: "CLibXML2", pkgConfig: "libxml-2.0"),
    .systemLibrary(name: "CPCRE2", pkgConfig: "libpcre2-8"),
    .systemLibrary(name: "COpenSSL", pkgConfig: "openssl"),
    .systemLibrary(name: "CYAML", pkgConfig: "yaml-0.1"),
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
      dependencies: ["Diagnostics", "Documents", "Encodings", "Locks", "Scenarios"]
    ),
    .executableTarget(
      name: "Fuzz",
      dependencies: [
        "CFuzzer", "Contracts", "Diagnostics", "Documents", "Encodings", "HurlFiles", "Scenarios",
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
