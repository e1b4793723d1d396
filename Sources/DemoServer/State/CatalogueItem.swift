import Documents
import Encodings

/// Something that can be ordered.
struct CatalogueItem: Sendable {
  var sku: String
  var name: String
  /// In euro cents.
  var cents: Int
  var stock: Int
  var tags: [String]

  static let all = [
    CatalogueItem(
      sku: "ABC-1",
      name: "Curlew mug",
      cents: 999,
      stock: 12,
      tags: ["kitchen", "ceramic"]
    ),
    CatalogueItem(sku: "ABC-2", name: "Marsh notebook", cents: 450, stock: 80, tags: ["paper"]),
    CatalogueItem(sku: "ABC-3", name: "Field glasses", cents: 12900, stock: 3, tags: ["optics"]),
    CatalogueItem(sku: "XYZ-9", name: "Wading boots", cents: 6490, stock: 0, tags: []),
  ]

  static func find(_ sku: String) -> CatalogueItem? {
    all.first { $0.sku == sku }
  }

  /// An amount with its two decimals.
  static func amount(_ cents: Int) -> String {
    "\(cents / 100).\(String(cents % 100, width: 2))"
  }

  var json: JSONValue {
    [
      "sku": .string(sku), "name": .string(name), "price": .amount(cents),
      "stock": .integer(stock), "tags": .array(tags.map(JSONValue.string)),
    ]
  }
}
