import Testing

@testable import CurlTransport

/// How many connections libcurl may hold open.
@Suite(.timeLimit(.minutes(5))) struct ConnectionRoomTests {
  /// The room after each number of transfers at a second, and whether it became another.
  private static func sizes(
    idleLimit: Int,
    _ transfers: [(count: Int, second: UInt64)]
  ) -> [String] {
    var room = ConnectionRoom(idleLimit: idleLimit)
    return transfers.map { transfers in
      let isNew = room.hold(transfers.count, at: transfers.second * 1_000_000_000)
      return "\(room.size)\(isNew ? " new" : "")"
    }
  }

  @Test func `there is room for the transfers of late and for idle connections beside them`() {
    #expect(
      Self.sizes(idleLimit: 256, [(1, 0), (1000, 1), (900, 2), (1, 2), (999, 2), (1001, 3)])
        == ["257 new", "1256 new", "1256", "1256", "1256", "1257 new"]
    )
  }

  @Test func `a peak is forgotten after a minute without another`() {
    #expect(
      Self.sizes(idleLimit: 2, [(50, 0), (50, 50), (3, 110), (3, 111), (2, 112)])
        == ["52 new", "52", "52", "5 new", "5"]
    )
  }

  @Test(arguments: [0, -1, Int.min]) func `one may always stand idle`(limit: Int) {
    #expect(ConnectionRoom(idleLimit: limit).size == 1)
  }
}
