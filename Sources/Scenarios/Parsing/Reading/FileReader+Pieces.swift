import Diagnostics

extension FileReader {
  /// The scenario of a file of which only the first piece is read.
  ///
  /// - Parameter pieces: those of the file.
  /// - Returns: the scenario without the steps of all other pieces; `nil` when the file must be read whole.
  func scenario(inFirstOf pieces: YAMLPieces) -> Scenario? {
    guard let root = root(ofPiece: pieces.ranges[0], outerLevels: 0),
      case .mapping(let entries) = root.content, let steps = entries.last,
      steps.key.range.utf8.lowerBound == pieces.key, !steps.value.isFlow,
      case .sequence = steps.value.content,
      steps.value.range.utf8.lowerBound == pieces.firstItem
    else { return nil }
    return scenario(root)
  }

  /// The steps of a piece that is not the first.
  ///
  /// - Parameter bytes: the piece.
  /// - Returns: its steps; `nil` when the file must be read whole.
  func steps(inPiece bytes: Range<Int>) -> [Step]? {
    // Its list stands in a map.
    guard let root = root(ofPiece: bytes, outerLevels: 1), !root.isFlow,
      case .sequence = root.content
    else { return nil }
    return steps(root, "steps")
  }

  private func root(ofPiece bytes: Range<Int>, outerLevels: Int) -> YAMLNode? {
    guard let document = YAMLDocument(piece: bytes, of: file, outerLevels: outerLevels),
      let root = document.root
    else { return nil }
    report(document.diagnostics, root)
    return root
  }
}
