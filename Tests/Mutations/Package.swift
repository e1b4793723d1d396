// swift-tools-version: 6.3
import PackageDescription

// A package of its own, so that building and testing Curlew never builds swift-syntax. See README.md beside it.
let package = Package(
  name: "mutations",
  dependencies: [
    .package(url: "https://github.com/swiftlang/swift-syntax", exact: "603.0.1")
  ],
  targets: [
    .executableTarget(
      name: "Mutations",
      dependencies: [
        .product(name: "SwiftOperators", package: "swift-syntax"),
        .product(name: "SwiftParser", package: "swift-syntax"),
        .product(name: "SwiftSyntax", package: "swift-syntax"),
      ]
    )
  ],
  swiftLanguageModes: [.v6]
)
