public import HTTPMessages
import Locks

/// The head of a request as it went out: the fields of its owner and those that libcurl added.
///
/// ```swift
/// let head = SentHead()
/// request.sentHead = head
/// _ = try await TransferLoop.shared.transfer(request)
/// head.headers?.first(named: "Host")  // 127.0.0.1:8080
/// ```
///
/// Of an exchange that took several heads (NTLM, a proxy's tunnel) it has the last one. It can be read
/// at any time, of a transfer that failed too.
public final class SentHead: Sendable {
  private let bytes = Locked<[UInt8]>([])

  /// Makes an empty one.
  public init() {}

  /// The target of the request line, `/orders?page=2` for instance; nil before a whole head went out.
  public var target: String? {
    lines?.first.flatMap { line in
      let words = line.split(separator: UInt8(ascii: " "))
      return words.count > 1 ? TransferHeaders.text(words[1]) : nil
    }
  }

  /// The fields in the order in which they were sent; nil before a whole head went out.
  public var headers: TransferHeaders? {
    guard let lines else { return nil }
    var headers = TransferHeaders()
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { continue }
      let value = line[(colon + 1)...].drop { $0 == 0x20 }
      headers.append(
        name: TransferHeaders.text(line[..<colon]),
        value: TransferHeaders.text(value)
      )
    }
    return headers
  }

  /// A new exchange begins, of which nothing has gone out.
  func begin() { bytes.withLock { $0 = [] } }

  /// Takes what goes out of a head.
  func take(_ piece: Span<UInt8>) {
    let taken = unsafe piece.withUnsafeBufferPointer { unsafe Array($0) }
    bytes.withLock { bytes in
      if Self.isWhole(bytes) { bytes = [] }
      bytes += taken
    }
  }

  /// The lines of a whole head, without their ends.
  private var lines: [ArraySlice<UInt8>]? {
    let bytes = bytes.withLock { $0 }
    guard Self.isWhole(bytes) else { return nil }
    return bytes.dropLast(4).split(separator: 0x0A).map { $0.last == 0x0D ? $0.dropLast() : $0 }
  }

  private static func isWhole(_ bytes: [UInt8]) -> Bool {
    bytes.suffix(4).elementsEqual([0x0D, 0x0A, 0x0D, 0x0A])
  }
}
