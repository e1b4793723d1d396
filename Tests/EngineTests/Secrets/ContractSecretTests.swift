import Assertions
import Diagnostics
import RunEvents
import Testing

@testable import Engine

/// Messages about a rule of a contract show no secret.
@Suite(.timeLimit(.minutes(5))) struct ContractSecretTests {
  @Test(arguments: [AssertionOutcome.Verdict.warns, .fails])
  func `the line of the document is masked and the verdict stays`(
    verdict: AssertionOutcome.Verdict
  ) {
    let mask = SecretMask()
    mask.add("hunter2-secret")
    let file = SourceFile(path: "api.yaml", text: "a: 1\nexample: hunter2-secret\n")
    let outcome = AssertionOutcome(
      verdict: verdict,
      subject: "getOrder, response 200",
      expected: "hunter2-secret",
      actual: "string \"hunter2-secret\"",
      message: "expected hunter2-secret",
      isOfContract: true,
      documentRange: file.range(5..<12)
    )
    let masked = mask.masking(outcome)
    #expect(masked.verdict == verdict)
    #expect(masked.isOfContract)
    #expect(masked.documentRange?.start.line == 2)
    #expect(masked.documentRange?.file.text(ofLine: 2) == "example: •••")
    #expect(!"\(masked)".contains("hunter2"))
  }
}
