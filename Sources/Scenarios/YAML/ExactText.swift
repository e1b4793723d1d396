/// A text compared by its scalar values, as YAML compares keys (YAML 1.2.2, section 3.2.1.3).
///
/// Swift takes two texts for equal that differ in their Unicode normal form alone.
struct ExactText: Hashable {
  /// The text.
  let text: String

  init(_ text: String) { self.text = text }

  static func == (left: Self, right: Self) -> Bool {
    left.text.utf8.count == right.text.utf8.count && left.text.utf8.elementsEqual(right.text.utf8)
  }

  func hash(into hasher: inout Hasher) {
    for byte in text.utf8 { hasher.combine(byte) }
  }
}
