import CYAML
import Diagnostics
import Glibc

/// The sole owner of a libyaml parser: a text as a row of events, of which it keeps the last.
@safe struct YAMLEventReader: ~Copyable {
  /// What came next in the text.
  enum Event {
    case streamStart
    case streamEnd
    case documentStart
    case documentEnd
    case alias
    case scalar
    case sequenceStart
    case mappingStart
    /// A list or a map ends.
    case collectionEnd
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
  private let event: UnsafeMutablePointer<yaml_event_t>
  private let bytes: UnsafeMutableBufferPointer<UInt8>
  private let places: CodePointPlaces

  /// Starts to read a text.
  ///
  /// - Parameter utf8: valid UTF-8 of a file, or a part of it; a byte order mark is skipped.
  init(_ utf8: ArraySlice<UInt8>) {
    places = CodePointPlaces(utf8)
    unsafe parser = .allocate(capacity: 1)
    unsafe parser.initialize(to: yaml_parser_t())
    unsafe event = .allocate(capacity: 1)
    unsafe event.initialize(to: yaml_event_t())
    let text = utf8[places.start...]
    unsafe bytes = .allocate(capacity: max(1, text.count))
    _ = unsafe bytes.initialize(from: text)
    let status = unsafe yaml_parser_initialize(parser)
    precondition(status == 1, "a YAML parser must be made: out of memory")
    unsafe yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
    unsafe yaml_parser_set_input_string(parser, bytes.baseAddress, text.count)
  }

  deinit {
    unsafe yaml_event_delete(event)
    unsafe event.deallocate()
    unsafe yaml_parser_delete(parser)
    unsafe parser.deallocate()
    unsafe bytes.deallocate()
  }

  /// The next event with its bytes in the text; what belongs to it can be asked for until the one after it.
  mutating func next() throws(Problem) -> (Event, Range<Int>) {
    unsafe yaml_event_delete(event)
    guard unsafe yaml_parser_parse(parser, event) == 1 else { throw problem() }
    let start = unsafe places.offset(ofCodePoint: event.pointee.start_mark.index)
    let end = unsafe places.offset(ofCodePoint: event.pointee.end_mark.index)
    return (kind, start..<max(start, end))
  }

  private var kind: Event {
    switch unsafe event.pointee.type {
    case YAML_STREAM_START_EVENT: .streamStart
    case YAML_DOCUMENT_START_EVENT: .documentStart
    case YAML_DOCUMENT_END_EVENT: .documentEnd
    case YAML_ALIAS_EVENT: .alias
    case YAML_SCALAR_EVENT: .scalar
    case YAML_SEQUENCE_START_EVENT: .sequenceStart
    case YAML_MAPPING_START_EVENT: .mappingStart
    case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT: .collectionEnd
    case _: .streamEnd
    }
  }

  /// The decoded text of a scalar.
  var text: String {
    let scalar = unsafe event.pointee.data.scalar
    return unsafe String(
      decoding: UnsafeBufferPointer(start: scalar.value, count: scalar.length),
      as: UTF8.self
    )
  }

  /// Whether a scalar has a `{`.
  var hasBrace: Bool {
    let scalar = unsafe event.pointee.data.scalar
    return unsafe memchr(scalar.value, Int32(UInt8(ascii: "{")), scalar.length) != nil
  }

  /// How a scalar is written.
  var style: YAMLTree.Row.Kind {
    switch unsafe event.pointee.data.scalar.style {
    case YAML_SINGLE_QUOTED_SCALAR_STYLE: .singleQuoted
    case YAML_DOUBLE_QUOTED_SCALAR_STYLE: .doubleQuoted
    case YAML_LITERAL_SCALAR_STYLE: .literal
    case YAML_FOLDED_SCALAR_STYLE: .folded
    case _: .plain
    }
  }

  /// Whether a list or a map that starts is written in brackets or braces.
  var isFlow: Bool {
    let data = unsafe event.pointee.data
    return switch unsafe event.pointee.type {
    case YAML_SEQUENCE_START_EVENT:
      unsafe data.sequence_start.style == YAML_FLOW_SEQUENCE_STYLE
    case YAML_MAPPING_START_EVENT: unsafe data.mapping_start.style == YAML_FLOW_MAPPING_STYLE
    case _: false
    }
  }

  /// The name that an alias repeats, or the anchor before a node.
  var anchor: String? {
    let data = unsafe event.pointee.data
    return switch unsafe event.pointee.type {
    case YAML_ALIAS_EVENT: unsafe Self.text(data.alias.anchor)
    case YAML_SCALAR_EVENT: unsafe Self.text(data.scalar.anchor)
    case YAML_SEQUENCE_START_EVENT: unsafe Self.text(data.sequence_start.anchor)
    case YAML_MAPPING_START_EVENT: unsafe Self.text(data.mapping_start.anchor)
    case _: nil
    }
  }

  /// The tag before a node.
  var tag: String? {
    let data = unsafe event.pointee.data
    return switch unsafe event.pointee.type {
    case YAML_SCALAR_EVENT: unsafe Self.text(data.scalar.tag)
    case YAML_SEQUENCE_START_EVENT: unsafe Self.text(data.sequence_start.tag)
    case YAML_MAPPING_START_EVENT: unsafe Self.text(data.mapping_start.tag)
    case _: nil
    }
  }

  private static func text(_ bytes: UnsafeMutablePointer<yaml_char_t>?) -> String? {
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

  /// The first byte, that behind a byte order mark.
  let start: Int

  private let utf8: ArraySlice<UInt8>
  private let isASCII: Bool
  private let end: Int
  private var checkpoints: [Int] = []

  init(_ utf8: ArraySlice<UInt8>) {
    start = utf8.startIndex + (utf8.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
    end = utf8.endIndex
    isASCII = utf8.reduce(0, |) < 0x80
    self.utf8 = isASCII ? [] : utf8
    guard !isASCII else { return }
    var codePoints = 0
    for place in start..<end where utf8[place] & 0b1100_0000 != 0b1000_0000 {
      if codePoints.isMultiple(of: Self.stride) { checkpoints.append(place) }
      codePoints += 1
    }
  }

  func offset(ofCodePoint index: Int) -> Int {
    guard !isASCII else { return min(start + index, end) }
    guard index / Self.stride < checkpoints.count else { return end }
    var place = checkpoints[index / Self.stride]
    var left = index % Self.stride
    while left > 0, place < end {
      place += 1
      while place < end, utf8[place] & 0b1100_0000 == 0b1000_0000 { place += 1 }
      left -= 1
    }
    return place
  }
}
