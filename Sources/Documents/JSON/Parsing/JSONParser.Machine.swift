extension JSONParser {
  /// The parser at work: it keeps the open arrays and objects on a stack of its own.
  struct Machine {
    /// An array or object that is not closed yet.
    private struct Frame {
      var isObject: Bool
      var elements: [JSONValue] = []
      var members: [JSONObject.Entry] = []
      /// The key whose value is being read, and its hash.
      var key = ""
      var keyHash: UInt64 = 0
      var keyOffset = 0
      /// A bit by hash for each key so far: a key whose bit is not set is a new one.
      var seenKeys: UInt64 = 0
      var index = JSONObject.KeyIndex()

      /// An array or object with room for some values, which it would cost as much to grow to from
      /// nothing as to read them.
      init(isObject: Bool, capacity: Int) {
        self.isObject = isObject
        if isObject {
          members.reserveCapacity(capacity)
        } else {
          elements.reserveCapacity(capacity)
        }
      }

      /// What stands for the document.
      init() {
        isObject = false
      }

      /// The array or object, which leaves the frame without it.
      mutating func takeValue() -> JSONValue {
        guard isObject else { return .array(exchange(&elements, with: [])) }
        return .object(JSONObject(entries: exchange(&members, with: []), index: index))
      }
    }

    private var scanner: Scanner
    private let options: Options
    private let maximumDepth: Int
    /// The innermost array or object that is open, or what stands for the document itself.
    private var frame = Frame()
    /// Those around it from the document on, so there are as many as arrays and objects are open.
    private var outerFrames: [Frame] = []
    private var duplicates: [DuplicateKey] = []
    private var duplicateCount = 0

    init(bytes: [UInt8], start: Int, options: Options) {
      scanner = Scanner(bytes: bytes, position: start)
      self.options = options
      maximumDepth = min(max(options.maximumDepth, 1), Options.deepestMaximum)
      outerFrames.reserveCapacity(4)
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
        try open(isObject: true)
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
        try open(isObject: false)
        return nil
      case UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "n"):
        return try scanner.readName()
      default:
        return .number(try scanner.readNumber())
      }
    }

    private mutating func open(isObject: Bool) throws(JSONParserError) {
      try checkDepth()
      let opened = Frame(isObject: isObject, capacity: outerFrames.isEmpty ? 8 : 4)
      outerFrames.append(exchange(&frame, with: opened))
    }

    private func checkDepth() throws(JSONParserError) {
      guard outerFrames.count < maximumDepth else {
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
      frame.keyOffset = scanner.position
      (frame.key, frame.keyHash) = try scanner.readKey()
      scanner.skipSpace()
      guard scanner.current == UInt8(ascii: ":") else {
        throw scanner.error("expected a colon after the key")
      }
      scanner.position += 1
    }

    /// Gives a finished value its place and closes what ends after it.
    ///
    /// - Returns: The document when that was all, nil when another value follows.
    private mutating func attach(
      _ finished: consuming JSONValue
    ) throws(JSONParserError) -> JSONValue? {
      var value = finished
      while true {
        guard !outerFrames.isEmpty else {
          scanner.skipSpace()
          guard scanner.current == nil else {
            throw scanner.error("unexpected text after the document")
          }
          return value
        }
        let isObject = frame.isObject
        if isObject { addMember(consume value) } else { frame.elements.append(consume value) }
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
      let value = frame.takeValue()
      frame = outerFrames.removeLast()
      return value
    }

    private mutating func addMember(_ value: consuming JSONValue) {
      let bit: UInt64 = 1 << ((frame.keyHash ^ frame.keyHash >> 32) & 63)
      if frame.seenKeys & bit != 0,
        let place = frame.index.position(of: frame.key, in: frame.members)
      {
        noteDuplicate()
        frame.members[place].value = value
        return
      }
      frame.seenKeys |= bit
      frame.members.append(JSONObject.Entry(key: exchange(&frame.key, with: ""), value: value))
      if frame.members.count > JSONObject.KeyIndex.threshold {
        frame.index.noteLast(of: frame.members)
      }
    }

    private mutating func noteDuplicate() {
      duplicateCount += 1
      guard duplicates.count < Result.describedDuplicates else { return }
      let steps = (outerFrames.dropFirst() + [frame]).map { frame in
        frame.isObject ? JSONPath.Component.name(frame.key) : .index(frame.elements.count)
      }
      let place = TextPlace(of: frame.keyOffset, in: scanner.bytes)
      let path = JSONPath.normalized(steps)
      duplicates.append(DuplicateKey(path: path, line: place.line, column: place.column))
    }
  }
}
