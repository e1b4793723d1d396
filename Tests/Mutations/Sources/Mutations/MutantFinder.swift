import SwiftOperators
import SwiftParser
import SwiftSyntax

/// Finds every place of a file where a mutant can be made.
///
/// A mutant never changes the number of lines, so a message of the compiler names the lines of the file as it was.
final class MutantFinder: SyntaxAnyVisitor {
  private let target: String
  private let path: String
  private let locations: SourceLocationConverter
  private var found: [Mutant] = []

  /// The mutants of one file, in the order of the file.
  static func mutants(in source: String, target: String, path: String) -> [Mutant] {
    let parsed = Parser.parse(source: source)
    let folded = OperatorTable.standardOperators.foldAll(parsed) { _ in }
    let finder = MutantFinder(target: target, path: path, tree: folded)
    finder.walk(folded)
    return finder.found.sorted { $0.range.lowerBound < $1.range.lowerBound }
  }

  private init(target: String, path: String, tree: Syntax) {
    self.target = target
    self.path = path
    locations = SourceLocationConverter(fileName: path, tree: tree)
    super.init(viewMode: .sourceAccurate)
  }

  // Attributes, patterns, raw values and macros want literals as they stand.
  override func visit(_ node: AttributeSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: SwitchCaseLabelSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: EnumCaseDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: MacroExpansionExprSyntax) -> SyntaxVisitorContinueKind {
    .skipChildren
  }
  override func visit(_ node: IfConfigDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: GenericArgumentClauseSyntax) -> SyntaxVisitorContinueKind {
    .skipChildren
  }
  // What stops a programmer's mistake is not behaviour.
  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    isPrecondition(node) ? .skipChildren : .visitChildren
  }

  override func visit(_ node: InfixOperatorExprSyntax) -> SyntaxVisitorContinueKind {
    guard let symbol = node.operator.as(BinaryOperatorExprSyntax.self)?.operator.text else {
      return .visitChildren
    }
    let flips: [String: (Mutant.Kind, String)] = [
      "<": (.bound, "<="), "<=": (.bound, "<"), ">": (.bound, ">="), ">=": (.bound, ">"),
      "&&": (.logic, "||"), "||": (.logic, "&&"),
    ]
    if symbol == "==" || symbol == "!=" {
      add(.equality, node, changed: swapped(node, symbol == "==" ? "!=" : "=="), negated: true)
    } else if let (kind, other) = flips[symbol] {
      addChoice(kind, node, swapped(node, other))
    } else if symbol == "+" || symbol == "-",
      node.rightOperand.is(IntegerLiteralExprSyntax.self)
    {
      addChoice(.number, node, swapped(node, symbol == "+" ? "-" : "+"))
    }
    return .visitChildren
  }

  override func visit(_ node: IfExprSyntax) -> SyntaxVisitorContinueKind {
    addConditions(node.conditions, .branch)
    return .visitChildren
  }

  override func visit(_ node: WhileStmtSyntax) -> SyntaxVisitorContinueKind {
    addConditions(node.conditions, .branch)
    return .visitChildren
  }

  override func visit(_ node: GuardStmtSyntax) -> SyntaxVisitorContinueKind {
    addConditions(node.conditions, .guardDropped)
    return .visitChildren
  }

  override func visit(_ node: BooleanLiteralExprSyntax) -> SyntaxVisitorContinueKind {
    let isTrue = node.literal.text == "true"
    add(.literal, node, changed: isTrue ? "false" : "true", negated: true)
    return .visitChildren
  }

  override func visit(_ node: IntegerLiteralExprSyntax) -> SyntaxVisitorContinueKind {
    // An element of a table and a member such as `pair.0` are no numbers of the logic.
    guard let value = Int(node.literal.text), node.parent?.is(ArrayElementSyntax.self) != true,
      node.parent?.is(SubscriptCallExprSyntax.self) != true
    else { return .visitChildren }
    addChoice(.number, node, "\(value + 1)")
    return .visitChildren
  }

  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
    addResult(node.body?.statements, type: node.signature.returnClause?.type)
    return .visitChildren
  }

  override func visit(_ node: CodeBlockItemListSyntax) -> SyntaxVisitorContinueKind {
    guard node.count > 1 else { return .visitChildren }
    for item in node {
      guard case .expr(let expression) = item.item else { continue }
      let call = unwrapped(expression).as(FunctionCallExprSyntax.self)
      guard let call, !isPrecondition(call), !isUpkeep(call) else { continue }
      add(
        .call,
        item.item,
        changed: "(left out)",
        before: "if !mutantIsActive(#) { ",
        after: " }"
      )
    }
    return .visitChildren
  }

  /// The call inside of `try`, `await` and `unsafe`.
  private func unwrapped(_ expression: ExprSyntax) -> ExprSyntax {
    if let inner = expression.as(TryExprSyntax.self) { return unwrapped(inner.expression) }
    if let inner = expression.as(AwaitExprSyntax.self) { return unwrapped(inner.expression) }
    if let inner = expression.as(UnsafeExprSyntax.self) { return unwrapped(inner.expression) }
    return expression
  }

  private func isPrecondition(_ call: FunctionCallExprSyntax) -> Bool {
    let name = call.calledExpression.trimmedDescription
    return name.hasPrefix("precondition") || name.hasPrefix("assert") || name == "fatalError"
  }

  /// Whether a call only keeps memory in order, which no test can see.
  private func isUpkeep(_ call: FunctionCallExprSyntax) -> Bool {
    let name = call.calledExpression.trimmedDescription
    return name == "free" || name.hasSuffix("reserveCapacity") || name.hasSuffix("deallocate")
  }

  /// The Boolean result of a function: what its only statement, or its last `return`, gives.
  private func addResult(_ statements: CodeBlockItemListSyntax?, type: TypeSyntax?) {
    guard type?.trimmedDescription == "Bool", let last = statements?.last else { return }
    switch last.item {
    case .expr(let value) where statements?.count == 1 && !value.is(SwitchExprSyntax.self):
      guard !value.is(IfExprSyntax.self) else { return }
      add(.result, value, changed: "!(\(oneLine(value)))", negated: true)
    case .stmt(let statement):
      guard let value = statement.as(ReturnStmtSyntax.self)?.expression else { return }
      add(.result, value, changed: "!(\(oneLine(value)))", negated: true)
    default: break
    }
  }

  private func addConditions(_ conditions: ConditionElementListSyntax, _ kind: Mutant.Kind) {
    for condition in conditions {
      guard case .expression(let value) = condition.condition else { continue }
      if kind == .guardDropped {
        add(
          kind,
          value,
          changed: "true",
          before: "((",
          after: ") || mutantIsActive(#))"
        )
      } else {
        add(kind, value, changed: "!(\(oneLine(value)))", negated: true)
      }
    }
  }

  private func swapped(_ node: InfixOperatorExprSyntax, _ symbol: String) -> String {
    let parts = [
      node.leftOperand.trimmedDescription, symbol, node.rightOperand.trimmedDescription,
    ]
    return Self.folded(parts.joined(separator: " "))
  }

  private func add(
    _ kind: Mutant.Kind,
    _ node: some SyntaxProtocol,
    changed: String,
    negated: Bool
  ) {
    add(kind, node, changed: changed, before: "((", after: ") != mutantIsActive(#))")
  }

  /// Adds a mutant whose other form is written out beside the code.
  private func addChoice(_ kind: Mutant.Kind, _ node: some SyntaxProtocol, _ changed: String) {
    let text = node.trimmedDescription
    // A comment, or text of several lines, cannot be written again on one line.
    guard !text.contains("//"), !text.contains("\"\"\""), !text.contains("#\"") else { return }
    add(
      kind,
      node,
      changed: changed,
      before: "(mutantIsActive(#) ? (\(changed)) : (",
      after: "))"
    )
  }

  private func add(
    _ kind: Mutant.Kind,
    _ node: some SyntaxProtocol,
    changed: String,
    before: String,
    after: String
  ) {
    let start = node.positionAfterSkippingLeadingTrivia
    let end = node.endPositionBeforeTrailingTrivia
    let range = start.utf8Offset..<end.utf8Offset
    let line = locations.location(for: start).line
    found.append(
      Mutant(
        kind: kind,
        target: target,
        path: path,
        lines: line...locations.location(for: end).line,
        range: range,
        original: oneLine(node),
        changed: changed,
        line: Self.folded(locations.sourceLines[line - 1]),
        insertions: [
          .init(offset: range.lowerBound, text: before),
          .init(offset: range.upperBound, text: after),
        ]
      )
    )
  }

  private func oneLine(_ node: some SyntaxProtocol) -> String {
    Self.folded(node.trimmedDescription)
  }

  private static func folded(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
