extension StrftimeFormat {
  /// Reads a text that is written in this format from its start to its end.
  ///
  /// - Parameter text: at most 256 bytes.
  /// - Returns: the moment; in UTC where no offset is read, at midnight where no time is; `nil` where the text has another
  ///   form, its fields contradict each other or say no day.
  public func instant(reading text: String) -> Instant? {
    guard text.utf8.count <= 256 else { return nil }
    var reader = Reader(text)
    for item in items {
      guard reader.read(item) else { return nil }
    }
    return reader.isAtEnd ? reader.instant : nil
  }

  /// Reads the fields of a text one after the other.
  private struct Reader {
    private let bytes: [UInt8]
    private var place = 0
    private var numbers: [UInt8: Int] = [:]
    private var isAfternoon: Bool?
    private var nanoseconds = 0
    /// Seconds east of Greenwich.
    private var offset = 0

    init(_ text: String) { bytes = Array(text.utf8) }

    var isAtEnd: Bool { place == bytes.count }

    private var next: UInt8? { place < bytes.count ? bytes[place] : nil }

    /// Reads an item, and says whether it stands there.
    mutating func read(_ item: Item) -> Bool {
      switch item {
      case .text(let byte):
        guard next == byte else { return false }
        place += 1
        return true
      case .space:
        skipSpace()
        return true
      case .fraction(let digits, let hasPoint): return readFraction(digits, hasPoint)
      case .offset: return readOffset()
      case .field(let letter, _): return read(field: letter)
      }
    }

    private mutating func skipSpace() {
      while let next, next.isASCIIWhitespace { place += 1 }
    }

    private mutating func read(field letter: UInt8) -> Bool {
      switch letter {
      case UInt8(ascii: "b"), UInt8(ascii: "h"), UInt8(ascii: "B"):
        guard let month = name(among: CivilDate.monthNames) else { return false }
        return note(month + 1, as: UInt8(ascii: "m"))
      case UInt8(ascii: "a"), UInt8(ascii: "A"):
        guard let weekday = name(among: CivilDate.weekdayNames) else { return false }
        return note(weekday, as: UInt8(ascii: "w"))
      case UInt8(ascii: "p"), UInt8(ascii: "P"):
        guard let half = ["am", "pm"].firstIndex(where: { skip(word: $0) }) else { return false }
        isAfternoon = half == 1
        return true
      case UInt8(ascii: "Z"):
        let start = place
        while let next, next.isASCIILetter { place += 1 }
        return place > start
      case UInt8(ascii: "f"):
        guard let number = number(atMost: 9) else { return false }
        nanoseconds = number
        return true
      case _:
        let isSigned = letter == UInt8(ascii: "s")
        let width = [
          UInt8(ascii: "s"): 18, UInt8(ascii: "Y"): 4, UInt8(ascii: "G"): 4,
          UInt8(ascii: "j"): 3, UInt8(ascii: "u"): 1, UInt8(ascii: "w"): 1,
        ]
        skipSpace()
        let isNegative = isSigned && skip(word: "-")
        guard let number = number(atMost: width[letter] ?? 2) else { return false }
        switch letter {
        case UInt8(ascii: "e"): return note(number, as: UInt8(ascii: "d"))
        case UInt8(ascii: "k"): return note(number, as: UInt8(ascii: "H"))
        case UInt8(ascii: "l"): return note(number, as: UInt8(ascii: "I"))
        case UInt8(ascii: "u"):
          return (1...7).contains(number) && note(number % 7, as: UInt8(ascii: "w"))
        case _: return note(isNegative ? -number : number, as: letter)
        }
      }
    }

    /// Notes a number, and says whether it contradicts none before.
    private mutating func note(_ number: Int, as letter: UInt8) -> Bool {
      if let known = numbers[letter] { return known == number }
      numbers[letter] = number
      return true
    }

    private mutating func number(atMost width: Int) -> Int? {
      skipSpace()
      let digits = bytes[place...].prefix(width).prefix(while: \.isASCIIDigit)
      place += digits.count
      return Int(String(decoding: digits, as: UTF8.self))
    }

    /// A name as a whole, or its first three letters.
    private mutating func name(among names: [String]) -> Int? {
      names.firstIndex { skip(word: $0) } ?? names.firstIndex { skip(word: String($0.prefix(3))) }
    }

    /// Reads a word in any letter case.
    private mutating func skip(word: String) -> Bool {
      let found = bytes[place...].prefix(word.utf8.count)
      guard String(decoding: found, as: UTF8.self).lowercased() == word.lowercased() else {
        return false
      }
      place += found.count
      return true
    }

    private mutating func readFraction(_ digits: Int?, _ hasPoint: Bool) -> Bool {
      if hasPoint {
        // A fraction behind a point may be left out.
        guard next == UInt8(ascii: ".") else { return true }
        place += 1
      }
      let found = bytes[place...].prefix(digits ?? 9).prefix(while: \.isASCIIDigit)
      guard found.count == digits ?? max(1, found.count) else { return false }
      place += found.count
      let zeros = String(repeating: "0", count: 9 - found.count)
      nanoseconds = Int(String(decoding: found, as: UTF8.self) + zeros) ?? 0
      return true
    }

    /// `Z`, `+01:00`, `+0100` or `+01`.
    private mutating func readOffset() -> Bool {
      skipSpace()
      if skip(word: "Z") { return true }
      let isEast = skip(word: "+")
      guard isEast || skip(word: "-"), let hours = twoDigits() else { return false }
      var seconds = hours * 3600
      let start = place
      _ = skip(word: ":")
      if let minutes = twoDigits() {
        guard minutes < 60 else { return false }
        seconds += minutes * 60
      } else {
        place = start
      }
      offset = isEast ? seconds : -seconds
      return hours < 24
    }

    private mutating func twoDigits() -> Int? {
      let digits = bytes[place...].prefix(2)
      guard digits.count == 2, digits.allSatisfy(\.isASCIIDigit) else { return nil }
      place += 2
      return Int(String(decoding: digits, as: UTF8.self))
    }

    /// What the fields say together.
    var instant: Instant? {
      if let timestamp = numbers[UInt8(ascii: "s")] {
        guard CivilDate.seconds.contains(timestamp) else { return nil }
        return Instant(seconds: timestamp, nanoseconds: nanoseconds)
      }
      guard let day, let time else { return nil }
      let seconds = day * 86_400 + time - offset
      guard CivilDate.seconds.contains(seconds) else { return nil }
      return Instant(seconds: seconds, nanoseconds: nanoseconds)
    }

    private var year: Int? {
      let ofCentury = numbers[UInt8(ascii: "y")]
      if let year = numbers[UInt8(ascii: "Y")] {
        return ofCentury == nil || ofCentury == year % 100 ? year : nil
      }
      guard let ofCentury else { return nil }
      // Without a century a year below 70 is one of this.
      let century = numbers[UInt8(ascii: "C")] ?? (ofCentury < 70 ? 20 : 19)
      return century * 100 + ofCentury
    }

    /// The day since 1970-01-01.
    private var day: Int? {
      guard let year else { return nil }
      let first = CivilDate.days(year: year, month: 1, day: 1)
      let dayOfYear = numbers[UInt8(ascii: "j")]
      let day: Int
      if let month = numbers[UInt8(ascii: "m")], let date = numbers[UInt8(ascii: "d")] {
        guard let civil = CivilDate(year: year, month: month, day: date) else { return nil }
        if let dayOfYear, dayOfYear != civil.dayOfYear { return nil }
        day = first + civil.dayOfYear - 1
      } else if let dayOfYear,
        (1...365).contains(dayOfYear)
          || (dayOfYear == 366 && CivilDate.length(ofMonth: 2, in: year) == 29)
      {
        day = first + dayOfYear - 1
      } else {
        return nil
      }
      let weekday = ((day + 4) % 7 + 7) % 7
      return numbers[UInt8(ascii: "w")].map { $0 == weekday } ?? true ? day : nil
    }

    /// The second of the day.
    private var time: Int? {
      var hour = numbers[UInt8(ascii: "H")]
      if let ofHalf = numbers[UInt8(ascii: "I")] {
        guard let isAfternoon, (1...12).contains(ofHalf) else { return nil }
        let whole = ofHalf % 12 + (isAfternoon ? 12 : 0)
        guard hour == nil || hour == whole else { return nil }
        hour = whole
      }
      let (minute, second) = (numbers[UInt8(ascii: "M")], numbers[UInt8(ascii: "S")])
      guard let hour else { return minute == nil && second == nil ? 0 : nil }
      guard hour < 24, (minute ?? 0) < 60, (second ?? 0) <= 60 else { return nil }
      return hour * 3600 + (minute ?? 0) * 60 + (second ?? 0)
    }
  }
}
