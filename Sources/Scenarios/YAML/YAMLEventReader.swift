import CYAML
import Diagnostics

/// The sole owner of a libyaml parser: a text as a row of events.
@safe struct YAMLEventReader: ~Copyable {
  /// What came next in the text.
  enum Event {
    case streamStart
    case streamEnd
    case documentStart
    case documentEnd
    case alias(String)
    case scalar(YAMLScalar, Properties)
    case sequenceStart(Properties, isFlow: Bool)
    case sequenceEnd
    case mappingStart(Properties, isFlow: Bool)
    case mappingEnd
  }

  /// What may stand before a node.
  struct Properties {
    var anchor: String?
    var tag: String?
  }

  /// What libyaml says about a text that it cannot read.
  struct Problem: Error {
    var message: String
    var context: String
    /// The byte at which it noticed.
    var offset: Int
    /// The byte at which what it was reading starts.
    var contextOffset: Int?
  }

  private let parser: UnsafeMutablePointer<yaml_parser_t>
  private let bytes: UnsafeMutableBufferPointer<UInt8>
  private let places: CodePointPlaces

  /// Starts to read a text.
  ///
  /// - Parameter utf8: valid UTF-8; a byte order mark is skipped.
  init(_ utf8: [UInt8]) {
    places = CodePointPlaces(utf8)
    unsafe parser = .allocate(capacity: 1)
    unsafe parser.initialize(to: yaml_parser_t())
    let start = places.start
    unsafe bytes = .allocate(capacity: max(1, utf8.count - start))
    _ = unsafe bytes.initialize(from: utf8[start...])
    let status = unsafe yaml_parser_initialize(parser)
    precondition(status == 1, "a YAML parser must be made: out of memory")
    unsafe yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
    unsafe yaml_parser_set_input_string(parser, bytes.baseAddress, utf8.count - start)
  }

  deinit {
    unsafe yaml_parser_delete(parser)
    unsafe parser.deallocate()
    unsafe bytes.deallocate()
  }

  /// The next event with its bytes in the text.
  mutating func next() throws(Problem) -> (Event, Range<Int>) {
    var event = unsafe yaml_event_t()
    guard unsafe yaml_parser_parse(parser, &event) == 1 else { throw problem() }
    defer { unsafe yaml_event_delete(&event) }
    let start = unsafe places.offset(ofCodePoint: event.start_mark.index)
    let end = unsafe places.offset(ofCodePoint: event.end_mark.index)
    return (unsafe translate(event), start..<max(start, end))
  }

  private func translate(_ event: yaml_event_t) -> Event {
    switch unsafe event.type {
    case YAML_STREAM_START_EVENT: return .streamStart
    case YAML_DOCUMENT_START_EVENT: return .documentStart
    case YAML_DOCUMENT_END_EVENT: return .documentEnd
    case YAML_ALIAS_EVENT:
      return unsafe .alias(text(event.data.alias.anchor) ?? "")
    case YAML_SCALAR_EVENT:
      let data = unsafe event.data.scalar
      let value = unsafe UnsafeBufferPointer(start: data.value, count: data.length)
      let scalar = unsafe YAMLScalar(
        text: String(decoding: value, as: UTF8.self),
        style: style(data.style)
      )
      return unsafe .scalar(scalar, Properties(anchor: text(data.anchor), tag: text(data.tag)))
    case YAML_SEQUENCE_START_EVENT:
      let data = unsafe event.data.sequence_start
      return unsafe .sequenceStart(
        Properties(anchor: text(data.anchor), tag: text(data.tag)),
        isFlow: data.style == YAML_FLOW_SEQUENCE_STYLE
      )
    case YAML_SEQUENCE_END_EVENT: return .sequenceEnd
    case YAML_MAPPING_START_EVENT:
      let data = unsafe event.data.mapping_start
      return unsafe .mappingStart(
        Properties(anchor: text(data.anchor), tag: text(data.tag)),
        isFlow: data.style == YAML_FLOW_MAPPING_STYLE
      )
    case YAML_MAPPING_END_EVENT: return .mappingEnd
    case _: return .streamEnd
    }
  }

  private func style(_ style: yaml_scalar_style_t) -> YAMLScalar.Style {
    switch style {
    case YAML_SINGLE_QUOTED_SCALAR_STYLE: .singleQuoted
    case YAML_DOUBLE_QUOTED_SCALAR_STYLE: .doubleQuoted
    case YAML_LITERAL_SCALAR_STYLE: .literal
    case YAML_FOLDED_SCALAR_STYLE: .folded
    case _: .plain
    }
  }

  private func text(_ bytes: UnsafeMutablePointer<yaml_char_t>?) -> String? {
    guard let bytes = unsafe bytes else { return nil }
    return unsafe String(cString: bytes)
  }

  private func problem() -> Problem {
    let state = unsafe parser.pointee
    let message = unsafe state.problem.map { unsafe String(cString: $0) } ?? "out of memory"
    let context = unsafe state.context.map { unsafe String(cString: $0) } ?? ""
    if unsafe state.error == YAML_READER_ERROR {
      let offset = unsafe Int(state.problem_offset) + places.start
      return Problem(message: message, context: context, offset: offset)
    }
    return Problem(
      message: message,
      context: context,
      offset: unsafe places.offset(ofCodePoint: state.problem_mark.index),
      contextOffset: context.isEmpty
        ? nil : unsafe places.offset(ofCodePoint: state.context_mark.index)
    )
  }
}

/// Finds the byte at which a code point of a text stands; libyaml counts code points.
struct CodePointPlaces {
  private static let stride = 256

  /// The byte behind a byte order mark.
  let start: Int

  /// The text, or nothing when each of its code points is one byte.
  private let utf8: [UInt8]
  private let count: Int
  private var checkpoints: [Int] = []

  init(_ utf8: [UInt8]) {
    start = utf8.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    count = utf8.count
    guard utf8.contains(where: { $0 >= 0x80 }) else {
      self.utf8 = []
      return
    }
    self.utf8 = utf8
    var codePoints = 0
    for place in start..<utf8.count where utf8[place] & 0b1100_0000 != 0b1000_0000 {
      if codePoints.isMultiple(of: Self.stride) { checkpoints.append(place) }
      codePoints += 1
    }
  }

  func offset(ofCodePoint index: Int) -> Int {
    guard !utf8.isEmpty else { return min(start + index, count) }
    guard index / Self.stride < checkpoints.count else { return count }
    var place = checkpoints[index / Self.stride]
    var left = index % Self.stride
    while left > 0, place < count {
      place += 1
      while place < count, utf8[place] & 0b1100_0000 == 0b1000_0000 { place += 1 }
      left -= 1
    }
    return place
  }
}
