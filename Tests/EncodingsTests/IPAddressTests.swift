import Encodings
import Testing

@Suite(.timeLimit(.minutes(5))) struct IPAddressTests {
  @Test(arguments: [
    "::", "::1", "1::", "1:2:3:4:5:6:7:8", "1:2:3:4:5:6:7::", "::2:3:4:5:6:7:8", "fe80::1:2",
    "::ffff:127.0.0.1", "1:2:3:4:5:6:1.2.3.4", "64:ff9b::1.2.3.4", "fe80::1", "::ffff:192.0.2.1",
    "ABCD::abcd",
  ])
  func `IPv6 spellings are known`(address: String) {
    #expect(IPAddress.isIPv6(address))
    #expect(!IPAddress.isIPv4(address))
    #expect(IPAddress.isAddress(host: "[\(address)]"))
  }

  @Test(arguments: [
    "", ":", ":::", "1:2:3:4:5:6:7:8:9", "1:2", "1::2::3", "12345::", "fe80::1%eth0", "::1.2.3",
    "::1.2.3.256", "::01.2.3.4", "g::", "1:", ":1:2:3:4:5:6:7:8", "1:2:3:4:5:6:7:8:",
    "1:2:3:4:5:6:7:8::", ":1::2", "1::2:", "1.2.3.4::", "1.2.3.4", "+1::", "::1 ",
    "1:2:3:4:5:6:7:1.2.3.4", "[::1]",
  ])
  func `other texts are no IPv6 address`(address: String) {
    #expect(!IPAddress.isIPv6(address))
  }

  @Test(arguments: ["127.0.0.1", "255.255.255.255", "0.0.0.0"])
  func `IPv4 spellings are known`(address: String) {
    #expect(IPAddress.isIPv4(address))
    #expect(IPAddress.isAddress(host: address))
  }

  @Test(arguments: [
    "", "1.2.3", "256.1.1.1", "1.2.3.4.5", "1.2.3.4 ", "1.2..4", "a.b.c.d", "1.2.3.+4",
  ])
  func `other texts are no IPv4 address`(address: String) {
    #expect(!IPAddress.isIPv4(address))
    #expect(!IPAddress.isIPv4(address, allowsLeadingZeros: true))
    #expect(!IPAddress.isAddress(host: address))
  }

  @Test(arguments: ["01.2.3.4", "127.000.000.001"])
  func `leading zeros are an address for hosts alone`(address: String) {
    #expect(!IPAddress.isIPv4(address))
    #expect(IPAddress.isIPv4(address, allowsLeadingZeros: true))
    #expect(IPAddress.isAddress(host: address))
  }
}
