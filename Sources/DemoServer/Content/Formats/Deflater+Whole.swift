import Compression

extension Deflater {
  /// Bytes that are compressed at once; nothing where there is no memory for it.
  static func whole(_ bytes: [UInt8], _ format: Format) -> [UInt8] {
    // zlib takes less than this even for bytes that do not get smaller.
    let room = bytes.count + bytes.count / 100 + 64
    let deflater = try? Deflater(format, level: 1)
    return deflater?.compress(bytes, from: 0, flush: .end, room: room).output ?? []
  }
}
