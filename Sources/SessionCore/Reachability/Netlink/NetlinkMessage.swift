/// One message of the kernel's routing family, as `rtnetlink(7)` describes it.
struct NetlinkMessage {
  /// What a message is about (`RTM_…`).
  enum Kind {
    static let error: UInt16 = 2
    static let done: UInt16 = 3
    static let newLink: UInt16 = 16
    static let getLink: UInt16 = 18
    static let newAddress: UInt16 = 20
    static let newRoute: UInt16 = 24
    static let getRoute: UInt16 = 26
  }

  /// How a request is meant (`NLM_F_…`).
  enum Flags {
    static let request: UInt16 = 0x1
    static let acknowledge: UInt16 = 0x4
    static let dump: UInt16 = 0x300
    static let create: UInt16 = 0x400
  }

  private static let headLength = 16

  var kind: UInt16
  var flags: UInt16
  var sequence: UInt32
  var payload: ArraySlice<UInt8>

  init(kind: UInt16, flags: UInt16, sequence: UInt32, payload: [UInt8]) {
    self.kind = kind
    self.flags = flags | Flags.request
    self.sequence = sequence
    self.payload = payload[...]
  }

  /// The message as the kernel takes it.
  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(native: UInt32(Self.headLength + payload.count))
    bytes.append(native: kind)
    bytes.append(native: flags)
    bytes.append(native: sequence)
    bytes.append(native: UInt32(0))
    return bytes + payload
  }

  /// The messages of one datagram; what is cut off is left out.
  static func parse(_ bytes: ArraySlice<UInt8>) -> [NetlinkMessage] {
    var messages: [NetlinkMessage] = []
    var rest = bytes
    while true {
      let head = NetlinkReader(rest)
      guard let length = head.uint32(0), let kind = head.uint16(4), let flags = head.uint16(6),
        let sequence = head.uint32(8), length >= UInt32(headLength), Int(length) <= rest.count
      else { return messages }
      var message = NetlinkMessage(kind: kind, flags: flags, sequence: sequence, payload: [])
      message.payload = rest[(rest.startIndex + headLength)..<(rest.startIndex + Int(length))]
      messages.append(message)
      rest = rest.dropFirst((Int(length) + 3) & ~3)
    }
  }
}
