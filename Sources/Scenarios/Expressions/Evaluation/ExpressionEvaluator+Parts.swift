import Diagnostics
import Documents

extension ExpressionEvaluator {
  /// The values of all parts that were looked at.
  func parts() -> [Expression.Part] {
    var parts: [Expression.Part] = []
    func note(_ node: ExpressionNode, at range: Range<Int>) {
      // Nothing, or no value for a reason that the step reports anyway.
      let value = (try? optionalValue(of: node))?.excerpt(scope.services) ?? "nothing"
      parts.append(.init(range: syntax.sourceRange(range), value: value))
    }
    func collect(_ node: ExpressionNode, isRoot: Bool = false) {
      switch node.kind {
      case .literal:
        return
      case .name, .member:
        note(node, at: node.range)
        return
      case .index(_, let index):
        note(node, at: node.range)
        collect(index)
        return
      case .list(let items):
        for item in items { collect(item) }
        return
      case .binary(let operation, let left, let right):
        collect(left)
        switch (operation, try? optionalValue(of: left)) {
        case (.and, .bool(false)?), (.or, .bool(true)?): return
        case (.coalesce, let value?) where !value.isNull: return
        case _: collect(right)
        }
      case .conditional(let condition, let then, let otherwise):
        collect(condition)
        if let truth = (try? value(of: condition))?.bool { collect(truth ? then : otherwise) }
        return
      case .unary, .call:
        for part in node.kind.children { collect(part) }
      }
      if !isRoot { note(node, at: node.anchor) }
    }
    collect(syntax.root, isRoot: true)
    return parts.sorted { $0.range.utf8.lowerBound < $1.range.utf8.lowerBound }
  }
}
