import Cryptography
import Testing

@Suite(.timeLimit(.minutes(5))) struct SecureRandomTests {
  @Test(arguments: [(-1, 0), (0, 0), (1, 1), (1000, 1000)])
  func `as many bytes come as are asked for`(asked: Int, count: Int) {
    #expect(SecureRandom.bytes(count: asked).count == count)
  }

  @Test
  func `no two are the same`() {
    #expect(SecureRandom.bytes(count: 16) != SecureRandom.bytes(count: 16))
  }
}
