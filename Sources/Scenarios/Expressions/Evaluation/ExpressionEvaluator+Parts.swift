import Diagnostics
import Documents

extension ExpressionEvaluator {
  /// The values of all parts that were looked at.
  func parts() -> [Expression.Part] {
    var parts: [Expression.Part] = []
    collectParts(of: syntax.root, isRoot: true, into: &parts)
    return parts.sorted { $0.range.utf8.lowerBound < $1.range.utf8.lowerBound }
  }

  private func collectParts(
    of node: ExpressionNode,
    isRoot: Bool,
    into parts: inout [Expression.Part]
  ) {
    switch node.kind {
    case .literal:
      return
    case .name, .member:
      note(node, at: node.range, into: &parts)
      return
    case .index(_, let index):
      note(node, at: node.range, into: &parts)
      collectParts(of: index, isRoot: false, into: &parts)
      return
    case .list(let items):
      for item in items { collectParts(of: item, isRoot: false, into: &parts) }
      return
    case .unary(_, let operand):
      collectParts(of: operand, isRoot: false, into: &parts)
    case .binary(let operation, let left, let right):
      collectParts(of: left, isRoot: false, into: &parts)
      switch (operation, try? optionalValue(of: left)) {
      case (.and, .bool(false)?), (.or, .bool(true)?): return
      case (.coalesce, let value?) where !value.isNull: return
      case _: collectParts(of: right, isRoot: false, into: &parts)
      }
    case .conditional(let condition, let then, let otherwise):
      collectParts(of: condition, isRoot: false, into: &parts)
      if let truth = (try? value(of: condition))?.bool {
        collectParts(of: truth ? then : otherwise, isRoot: false, into: &parts)
      }
      return
    case .call(_, let arguments):
      for argument in arguments { collectParts(of: argument, isRoot: false, into: &parts) }
    }
    if !isRoot { note(node, at: node.anchor, into: &parts) }
  }

  private func note(
    _ node: ExpressionNode,
    at range: Range<Int>,
    into parts: inout [Expression.Part]
  ) {
    guard let found = try? optionalValue(of: node) else {
      // Nothing, or no value for a reason that the step reports anyway.
      parts.append(.init(range: syntax.sourceRange(range), value: "nothing"))
      return
    }
    parts.append(.init(range: syntax.sourceRange(range), value: found.excerpt(scope.services)))
  }
}
