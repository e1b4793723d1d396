import Testing

@testable import SessionCore

@Suite(.timeLimit(.minutes(5))) struct NetworkAddressTests {
  @Test(arguments: [
    ("127.0.0.1", true, false), ("127.255.0.9", true, false), ("128.0.0.1", false, false),
    ("0.0.0.0", false, true), ("::1", true, false), ("::2", false, false), ("::", false, true),
    ("fe80::1", false, false),
  ])
  func `addresses of the machine itself and any address are known`(
    name: String,
    isLoopback: Bool,
    isUnspecified: Bool
  ) throws {
    let address = try #require(NetworkAddress.resolve(name).first)
    #expect(address.isLoopback == isLoopback)
    #expect(address.isUnspecified == isUnspecified)
  }
}
