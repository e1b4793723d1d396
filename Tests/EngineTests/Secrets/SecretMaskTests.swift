import Encodings
import Engine
import Testing

@Suite(.timeLimit(.minutes(5))) struct SecretMaskTests {
  private let secret = "p&ss w\"rd/<1>"

  @Test(arguments: [
    "p&ss w\"rd/<1>", "p%26ss%20w%22rd%2F%3C1%3E", "p%26ss%20w%22rd%2f%3c1%3e",
    "p%26ss+w%22rd%2F%3C1%3E", "p&ss w\\\"rd/<1>", "p&ss w\\\"rd\\/<1>",
    "p&amp;ss w&quot;rd/&lt;1&gt;", #"p&ss w\\\"rd/<1>"#, #"p&ss w\\\\\\\"rd/<1>"#,
  ])
  func `a secret is masked in every spelling`(spelling: String) {
    let mask = SecretMask()
    mask.add(secret)
    #expect(mask.masking("before \(spelling) after") == "before ••• after")
  }

  @Test(arguments: ["", "a", "ab", "abc", "ada:"])
  func `a secret inside base64 is masked wherever it starts`(user: String) {
    let mask = SecretMask()
    mask.add("correct horse")
    let encoded = Base64.encode(Array((user + "correct horse").utf8))
    let masked = mask.masking("Basic \(encoded)")
    #expect(masked.contains(SecretMask.mask))
    #expect(masked.utf8.count < "Basic \(encoded)".utf8.count + 9 - 12)
  }

  @Test func `a short secret is not masked, and whoever adds it is told`() {
    let mask = SecretMask()
    #expect(!mask.add("12345"))
    #expect(mask.masking("12345") == "12345")
    #expect(mask.isEmpty)
  }

  @Test func `the longer of two secrets is masked whole`() {
    let mask = SecretMask()
    mask.add("abcdef")
    mask.add("abcdefghij")
    #expect(mask.masking("x abcdefghij y abcdef") == "x ••• y •••")
  }

  @Test func `bytes that are not text are masked too`() {
    let mask = SecretMask()
    mask.add("abcdef")
    #expect(mask.masking([0xFF] + Array("abcdef".utf8) + [0]) == [0xFF] + Array("•••".utf8) + [0])
  }

  @Test func `a secret that two steps capture at once is masked in both`() async {
    let mask = SecretMask()
    // Its spellings take longer than the start of a task.
    let token = String(repeating: "\(secret) ", count: 4_000)
    let masked = await withTaskGroup(of: String.self, returning: [String].self) { group in
      for _ in 1...8 {
        group.addTask {
          mask.add(token)
          return mask.masking(token)
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(masked.count == 8)
    #expect(masked.count { $0.contains(secret) } == 0)
  }
}
