import Diagnostics
import Documents
import Encodings

/// The tree of an expression with what is needed to find its parts in the file.
final class ExpressionSyntax: Sendable {
  /// The text, without space at its ends.
  let source: String
  /// The tree.
  let root: ExpressionNode

  private let map: SourceMap

  /// Reads an expression.
  ///
  /// - Parameters:
  ///   - bytes: the text between `${` and `}`.
  ///   - map: where those bytes stand in the file.
  /// - Throws: the first mistake.
  init(parsing bytes: ArraySlice<UInt8>, map: SourceMap) throws(Diagnostic) {
    self.map = map
    let text = String(decoding: bytes, as: UTF8.self)
    source = text.trimmed
    do throws(ExpressionParser.Failure) {
      var parser = ExpressionParser(bytes)
      root = try parser.parse()
    } catch {
      let range =
        error.range.isEmpty && error.range.lowerBound >= bytes.count
        ? max(0, bytes.count - 1)..<bytes.count : error.range
      throw Diagnostic(
        .error,
        error.message,
        at: map.range(range),
        hint: error.hint,
        suggestion: error.suggestion
      )
    }
  }

  /// Whether the whole expression is a call of a function.
  func isCall(of name: String) -> Bool {
    guard case .call(let function, _) = root.kind else { return false }
    return function.name == name
  }

  /// The stretch of the file that a part comes from.
  func sourceRange(_ bytes: Range<Int>) -> SourceRange { map.range(bytes) }

  /// The part of the text that a node stands for, without space at its ends.
  func text(of node: ExpressionNode) -> String { map.range(node.range).text }

  /// The names that the expression uses, in order.
  func references() -> [Expression.Reference] {
    var found: [Expression.Reference] = []
    func collect(from node: ExpressionNode, isGuarded: Bool) {
      switch node.kind {
      case .name, .member, .index:
        if let reference = reference(to: node, isGuarded: isGuarded) { found.append(reference) }
        collectIndexes(of: node, isGuarded: isGuarded)
      case .binary(let symbol, let left, let right):
        let comparesWithNull =
          (symbol == .equal || symbol == .notEqual) && (left.isNull || right.isNull)
        let guards = isGuarded || symbol == .coalesce || comparesWithNull
        collect(from: left, isGuarded: guards)
        collect(from: right, isGuarded: isGuarded || comparesWithNull)
      case .literal, .list, .unary, .conditional, .call:
        for part in node.kind.children { collect(from: part, isGuarded: isGuarded) }
      }
    }
    func collectIndexes(of node: ExpressionNode, isGuarded: Bool) {
      switch node.kind {
      case .name:
        break
      case .member(let base, _):
        collectIndexes(of: base, isGuarded: isGuarded)
      case .index(let base, let index):
        collectIndexes(of: base, isGuarded: isGuarded)
        collect(from: index, isGuarded: isGuarded)
      case .literal, .list, .unary, .binary, .conditional, .call:
        collect(from: node, isGuarded: isGuarded)
      }
    }
    collect(from: root, isGuarded: false)
    return found
  }

  private func reference(
    to node: ExpressionNode,
    isGuarded: Bool
  ) -> Expression.Reference? {
    var path: [String] = []
    var pathEnd = node.range.upperBound
    var current = node
    while true {
      switch current.kind {
      case .name(let name):
        return Expression.Reference(
          name: name,
          path: path.reversed(),
          range: map.range(current.range),
          pathRange: map.range(current.range.lowerBound..<max(pathEnd, current.range.upperBound)),
          isGuarded: isGuarded
        )
      case .member(let base, let name):
        path.append(name)
        current = base
      case .index(let base, let index):
        if case .literal(.string(let name)) = index.kind {
          path.append(name)
        } else {
          path = []
          pathEnd = base.range.upperBound
        }
        current = base
      case .literal, .list, .unary, .binary, .conditional, .call:
        return nil
      }
    }
  }
}
