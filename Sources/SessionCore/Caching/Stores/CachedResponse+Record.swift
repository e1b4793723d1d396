import Cryptography

/// The form that an answer has in a file: a mark, fields with their lengths, and the SHA-256 of all
/// before it, so that a file that was cut or changed is known as such.
extension CachedResponse {
  private static let mark = Array("curlew-cache-1\n".utf8)
  private static let digestLength = 32

  /// The bytes of a file, `nil` when no digest can be made.
  var record: [UInt8]? {
    var record = Self.mark
    record.reserveCapacity(data.count + 1024)
    for text in [response.url.requestText, response.reason, response.version] { record.add(text) }
    record.add(response.remoteAddress ?? "")
    record.add(UInt64(clamping: response.status))
    record.add(requestTime.bitPattern)
    record.add(responseTime.bitPattern)
    record.add(UInt64(varyNames.count))
    for name in varyNames { record.add(name) }
    record.add(selector)
    record.add(UInt64(response.headers.count))
    for field in response.headers {
      record.add(field.name)
      record.add(field.value)
    }
    record.add(data)
    guard let digest = try? DigestAlgorithm.sha256.digest(of: record) else { return nil }
    return record + digest
  }

  /// Reads a file's bytes; `nil` when they are not what was once written.
  init?(record: [UInt8]) {
    guard record.count > Self.digestLength, record.starts(with: Self.mark) else { return nil }
    let content = Array(record.dropLast(Self.digestLength))
    guard let digest = try? DigestAlgorithm.sha256.digest(of: content),
      digest.elementsEqual(record.suffix(Self.digestLength))
    else { return nil }
    var reader = RecordReader(bytes: content, place: Self.mark.count)
    guard let text = reader.text(), let url = try? URI(text), let reason = reader.text(),
      let version = reader.text(), let address = reader.text(), let status = reader.number(),
      let requestTime = reader.number(), let responseTime = reader.number(),
      let varyNames = reader.list({ $0.text() }), let selector = reader.block(),
      let fields = reader.list({ $0.field() }), let data = reader.block(), reader.isAtEnd
    else { return nil }
    self.init(
      response: SessionResponse(
        url: url,
        status: Int(clamping: status),
        reason: reason,
        version: version,
        headers: HTTPHeaders(fields),
        remoteAddress: address.isEmpty ? nil : address
      ),
      data: data,
      requestTime: Double(bitPattern: requestTime),
      responseTime: Double(bitPattern: responseTime),
      varyNames: varyNames,
      selector: selector
    )
    guard self.requestTime.isFinite, self.responseTime.isFinite else { return nil }
  }
}

/// Puts numbers and blocks of bytes behind each other.
extension [UInt8] {
  fileprivate mutating func add(_ number: UInt64) { append(native: number.littleEndian) }

  fileprivate mutating func add(_ block: [UInt8]) {
    add(UInt64(block.count))
    append(contentsOf: block)
  }

  fileprivate mutating func add(_ text: String) { add(Array(text.utf8)) }
}

/// Takes numbers and blocks of bytes out again, and never more than there are.
private struct RecordReader {
  let bytes: [UInt8]
  var place: Int

  var isAtEnd: Bool { place == bytes.count }

  mutating func number() -> UInt64? {
    guard bytes.count - place >= 8 else { return nil }
    defer { place += 8 }
    return bytes[place..<(place + 8)].reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  mutating func block() -> [UInt8]? {
    guard let count = number(), count <= UInt64(bytes.count - place) else { return nil }
    defer { place += Int(count) }
    return Array(bytes[place..<(place + Int(count))])
  }

  mutating func text() -> String? { block().flatMap { String(validating: $0, as: UTF8.self) } }

  mutating func field() -> HTTPHeaders.Field? {
    guard let name = text(), let value = text() else { return nil }
    return HTTPHeaders.Field(name: name, value: value)
  }

  mutating func list<Element>(_ take: (inout Self) -> Element?) -> [Element]? {
    guard let count = number() else { return nil }
    var elements: [Element] = []
    // Each takes eight bytes at least, so a forged number ends at the end of the bytes.
    while elements.count < Int(clamping: count) {
      guard let element = take(&self) else { return nil }
      elements.append(element)
    }
    return elements
  }
}
