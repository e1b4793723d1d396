import Foundation
import Glibc
import Testing

@testable import CurlTransport

@Suite(.timeLimit(.minutes(5))) struct PollerTests {
  /// How many epoll sets the process has open.
  private func openSets() throws -> Int {
    let folder = "/proc/self/fd"
    return try FileManager.default.contentsOfDirectory(atPath: folder).count { name in
      let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\(name)")
      return target == "anon_inode:[eventpoll]"
    }
  }

  @Test func `a set is closed with its owner`() throws {
    var ends: [Int32] = [-1, -1]
    #expect(unsafe pipe(&ends) == 0)
    defer { for end in ends { close(end) } }
    let before = try openSets()
    for _ in 0..<500 {
      let poller = Poller(wakeDescriptor: ends[0])
      #expect(poller.isUsable)
    }
    // Other tests open and close loops of their own at the same time.
    #expect(try openSets() < before + 250)
  }
}
