import Glibc

extension OutputRawSpan {
  /// Appends as many of `bytes` as there is room for.
  ///
  /// - Parameter bytes: what to append.
  /// - Returns: how many bytes were appended.
  public mutating func append(contentsOf bytes: ArraySlice<UInt8>) -> Int {
    let count = min(bytes.count, freeCapacity)
    guard count > 0 else { return 0 }
    unsafe withUnsafeMutableBytes { target, initialized in
      unsafe bytes.withUnsafeBytes { source in
        let room = unsafe UnsafeMutableRawBufferPointer(rebasing: target[initialized...])
        unsafe room.copyMemory(from: UnsafeRawBufferPointer(rebasing: source[..<count]))
      }
      initialized += count
    }
    return count
  }

  /// Appends what one `read` of a file descriptor gives.
  ///
  /// - Parameter descriptor: an open file.
  /// - Returns: how many bytes were appended, 0 at the end of the file, or the negative `errno`.
  public mutating func append(readingFrom descriptor: Int32) -> Int {
    unsafe withUnsafeMutableBytes { target, initialized in
      let room = unsafe UnsafeMutableRawBufferPointer(rebasing: target[initialized...])
      while true {
        let count = unsafe Glibc.read(descriptor, room.baseAddress, room.count)
        if count >= 0 {
          initialized += count
          return count
        }
        guard errno == EINTR else { return -Int(errno) }
      }
    }
  }
}
