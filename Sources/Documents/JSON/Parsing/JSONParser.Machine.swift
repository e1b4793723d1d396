extension JSONParser {
  /// The parser at work: it keeps the open arrays and objects on a stack of its own.
  struct Machine {
    /// An array or object that is not closed yet.
    private struct Frame {
      var isObject: Bool
      /// Where its elements or members start on the shared stack.
      var start: Int
      /// The key whose value is being read, and its hash.
      var key = ""
      var keyHash: UInt64 = 0
      var keyOffset = 0
      var index = JSONObject.KeyIndex()
    }

    private var scanner: Scanner
    private let options: Options
    private let maximumDepth: Int
    private var frames: [Frame] = []
    private var elements: [JSONValue] = []
    private var members: [JSONObject.Entry] = []
    private var memberHashes: [UInt64] = []
    private var duplicates: [DuplicateKey] = []
    private var duplicateCount = 0

    init(bytes: [UInt8], start: Int, options: Options) {
      scanner = Scanner(bytes: bytes, position: start)
      self.options = options
      maximumDepth = min(max(options.maximumDepth, 1), Options.deepestMaximum)
      // Room for a small document, which growing from nothing would cost as much as reading it.
      frames.reserveCapacity(8)
      elements.reserveCapacity(8)
      members.reserveCapacity(8)
      memberHashes.reserveCapacity(8)
    }

    /// Reads the whole document.
    mutating func run() throws(JSONParserError) -> Result {
      if !options.allowsFragments { try requireContainer() }
      while true {
        guard let value = try readStart() else { continue }
        if let document = try attach(value) {
          return Result(
            value: document,
            duplicateKeys: duplicates,
            duplicateKeyCount: duplicateCount
          )
        }
      }
    }

    private mutating func requireContainer() throws(JSONParserError) {
      scanner.skipSpace()
      switch scanner.current {
      case UInt8(ascii: "{"), UInt8(ascii: "["), nil:
        break
      default:
        throw scanner.error("expected an object or array as the document", code: .fragment)
      }
    }

    /// Reads a value that has no parts, or opens one that has and gives nil.
    private mutating func readStart() throws(JSONParserError) -> JSONValue? {
      scanner.skipSpace()
      switch scanner.current {
      case UInt8(ascii: "\""):
        return .string(try scanner.readString())
      case UInt8(ascii: "{"):
        scanner.position += 1
        scanner.skipSpace()
        if scanner.current == UInt8(ascii: "}") {
          try checkDepth()
          scanner.position += 1
          return .object(JSONObject())
        }
        try open(Frame(isObject: true, start: members.count))
        try readKey()
        return nil
      case UInt8(ascii: "["):
        scanner.position += 1
        scanner.skipSpace()
        if scanner.current == UInt8(ascii: "]") {
          try checkDepth()
          scanner.position += 1
          return .array([])
        }
        try open(Frame(isObject: false, start: elements.count))
        return nil
      case UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "n"):
        return try scanner.readName()
      default:
        return .number(try scanner.readNumber())
      }
    }

    private mutating func open(_ frame: Frame) throws(JSONParserError) {
      try checkDepth()
      frames.append(frame)
    }

    private func checkDepth() throws(JSONParserError) {
      guard frames.count < maximumDepth else {
        throw scanner.error("nested deeper than \(maximumDepth) levels", code: .depth, back: 1)
      }
    }

    private mutating func readKey() throws(JSONParserError) {
      scanner.skipSpace()
      guard scanner.current == UInt8(ascii: "\"") else {
        throw scanner.error(
          scanner.current == UInt8(ascii: "}")
            ? "expected a member after the comma" : "expected a key in double quotes"
        )
      }
      let last = frames.count - 1
      frames[last].keyOffset = scanner.position
      let (key, hash) = try scanner.readKey()
      frames[last].key = key
      frames[last].keyHash = hash
      scanner.skipSpace()
      guard scanner.current == UInt8(ascii: ":") else {
        throw scanner.error("expected a colon after the key")
      }
      scanner.position += 1
    }

    /// Gives a finished value its place and closes what ends after it.
    ///
    /// - Returns: The document when that was all, nil when another value follows.
    private mutating func attach(_ finished: JSONValue) throws(JSONParserError) -> JSONValue? {
      var value = finished
      while true {
        let last = frames.count - 1
        guard last >= 0 else {
          scanner.skipSpace()
          guard scanner.current == nil else {
            throw scanner.error("unexpected text after the document")
          }
          return value
        }
        let isObject = frames[last].isObject
        if isObject { addMember(value) } else { elements.append(value) }
        scanner.skipSpace()
        let byte = scanner.current
        if byte == UInt8(ascii: ",") {
          scanner.position += 1
          if isObject {
            try readKey()
          } else {
            scanner.skipSpace()
            guard scanner.current != UInt8(ascii: "]") else {
              throw scanner.error("expected an element after the comma")
            }
          }
          return nil
        }
        guard byte == (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) else {
          throw scanner.error(
            "expected a comma or \(isObject ? "}" : "]") in \(isObject ? "an object" : "an array")"
          )
        }
        scanner.position += 1
        value = close()
      }
    }

    private mutating func close() -> JSONValue {
      guard let frame = frames.popLast() else { return .null }
      guard frame.isObject else {
        let array = Array(elements[frame.start...])
        elements.removeLast(array.count)
        return .array(array)
      }
      let entries = Array(members[frame.start...])
      members.removeLast(entries.count)
      memberHashes.removeLast(entries.count)
      return .object(JSONObject(entries: entries, index: frame.index))
    }

    private mutating func addMember(_ value: JSONValue) {
      let last = frames.count - 1
      let start = frames[last].start
      if let place = placeOfKey(in: last) {
        noteDuplicate()
        members[start + place].value = value
        return
      }
      members.append(JSONObject.Entry(key: frames[last].key, value: value))
      memberHashes.append(frames[last].keyHash)
      let count = members.count - start
      if count > JSONObject.KeyIndex.threshold {
        frames[last].index.note(count: count) { members[start + $0].key }
      }
    }

    /// Where the pending key of a frame already is, counted from the start of its object.
    private func placeOfKey(in frame: Int) -> Int? {
      let start = frames[frame].start
      if !frames[frame].index.isEmpty {
        return frames[frame].index.position(of: frames[frame].key) { members[start + $0].key }
      }
      let hash = frames[frame].keyHash
      for place in start..<memberHashes.count where memberHashes[place] == hash {
        if members[place].key.hasSameCodePoints(as: frames[frame].key) { return place - start }
      }
      return nil
    }

    private mutating func noteDuplicate() {
      duplicateCount += 1
      guard duplicates.count < Result.describedDuplicates, let last = frames.last else { return }
      var path = "$"
      for (level, frame) in frames.enumerated() {
        if frame.isObject {
          path += NormalizedPath.segment(named: frame.key)
        } else {
          let next = frames[(level + 1)...].first { !$0.isObject }?.start ?? elements.count
          path += NormalizedPath.segment(at: next - frame.start)
        }
      }
      let place = TextPlace(of: last.keyOffset, in: scanner.bytes)
      duplicates.append(
        DuplicateKey(
          key: last.key,
          path: path,
          offset: last.keyOffset,
          line: place.line,
          column: place.column
        )
      )
    }
  }
}
