import Encodings

/// The `Date` header field, written once a second.
struct DateHeader {
  private var second = 0
  private var written = ""

  mutating func text() -> String {
    let now = SystemClock.now
    if now != second {
      second = now
      written = CivilDate(secondsSince1970: now).httpDate
    }
    return written
  }
}
