import CPCRE2
import Glibc

/// A pattern compiled by PCRE2, which runs it with limits.
///
/// The compiled form is never changed, so tasks share it; each search has its own data.
final class CompiledPattern: Sendable {
  /// Why PCRE2 does not take a pattern.
  struct Failure: Error {
    /// PCRE2's message.
    var message: String
    /// Where, in bytes of the pattern.
    var offset: Int
    /// Whether the pattern is valid and only beyond what PCRE2 can run.
    var isUnsupported: Bool
    /// Whether its compiled form would be too large.
    var isTooLarge: Bool
  }

  /// How deeply groups may be nested.
  static let deepestNesting = 100
  /// The memory of one search, in KiB.
  private static let mostMemory: UInt32 = 64 << 10

  /// How many groups it has.
  let groupCount: Int

  // The address of the compiled form: a pointer is not `Sendable`.
  private let address: UInt
  private let isAtStart: Bool
  private let counting: PatternWork.Counting

  /// Compiles a pattern.
  ///
  /// - Parameters:
  ///   - source: A pattern in PCRE2's syntax.
  ///   - options: PCRE2's options beside UTF.
  ///   - isAtStart: Whether a match must begin where the text begins. `\A` would say that too, but
  ///     keeps PCRE2 from looking first for a character that every match has.
  /// - Throws: What is wrong with it and where.
  init(_ source: String, options: UInt32, isAtStart: Bool = false) throws(Failure) {
    let compiled: OpaquePointer
    do throws(Failure) {
      unsafe compiled = try Self.compile(source, options: options | PCRE2_AUTO_CALLOUT)
      counting = .parts
    } catch {
      // With a callout at each part the compiled form, which may have 64 KiB, is several times as large.
      guard error.isTooLarge,
        let large = unsafe try? Self.compile("(?C)(?:\(source))", options: options)
      else { throw error }
      unsafe compiled = large
      counting = .starts
    }
    var groups: UInt32 = 0
    unsafe pcre2_pattern_info_8(compiled, UInt32(PCRE2_INFO_CAPTURECOUNT), &groups)
    groupCount = Int(groups)
    self.isAtStart = isAtStart
    address = UInt(bitPattern: compiled)
  }

  private static func compile(
    _ source: String,
    options: UInt32
  ) throws(Failure) -> OpaquePointer {
    // Options of a whole pattern, as `(*LF)` or `(*LIMIT_MATCH=9)`, are read only at its very start.
    let guardText = "(?#)"
    let pattern = Array((guardText + source).utf8)
    let context = unsafe pcre2_compile_context_create_8(nil)
    defer { unsafe pcre2_compile_context_free_8(context) }
    unsafe pcre2_set_newline_8(context, UInt32(PCRE2_NEWLINE_LF))
    unsafe pcre2_set_bsr_8(context, UInt32(PCRE2_BSR_UNICODE))
    unsafe pcre2_set_parens_nest_limit_8(context, UInt32(Self.deepestNesting))
    unsafe pcre2_set_max_pattern_length_8(context, 4 * RegularExpression.maximumSourceLength)
    // Callouts let a search be ended: the library's own limits count anew at each start.
    let all =
      options | PCRE2_UTF | PCRE2_NEVER_BACKSLASH_C | PCRE2_NO_UTF_CHECK | PCRE2_USE_OFFSET_LIMIT
    var code: Int32 = 0
    var offset = 0
    guard
      let compiled = unsafe pcre2_compile_8(pattern, pattern.count, all, &code, &offset, context)
    else {
      throw Failure(
        message: Self.message(of: code),
        offset: max(0, min(offset, pattern.count) - guardText.utf8.count),
        isUnsupported: Self.isUnsupported(code),
        isTooLarge: code == PCRE2_ERROR_PATTERN_TOO_LARGE
      )
    }
    return unsafe compiled
  }

  deinit { unsafe pcre2_code_free_8(OpaquePointer(bitPattern: address)) }

  /// Searches for the pattern.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - capturing: Whether the text of group 1, or of the whole where there is no group, is wanted.
  /// - Returns: The first match from the left.
  func search(_ text: String, capturing: Bool) -> RegularExpression.Finding {
    guard text.utf8.count <= RegularExpression.maximumLength else {
      return .tooLong(limit: "16 MiB")
    }
    let group = min(groupCount, 1)
    var finding = RegularExpression.Finding.missing
    let isDone = visitMatches(in: text, groups: group) { ranges in
      let range = capturing ? ranges[group] : nil
      finding = .found(
        range.map { range in
          let start = text.utf8.index(text.startIndex, offsetBy: range.lowerBound)
          return String(text[start..<text.utf8.index(start, offsetBy: range.count)])
        }
      )
      return false
    }
    return isDone ? finding : .tooMuchWork
  }

  /// Visits the matches from the left; none overlaps the one before.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - groups: The last group that is wanted.
  ///   - visitor: Takes the ranges in bytes of the whole and of each group up to that one, nil for a group that took no part; false
  ///     ends the visit.
  /// - Returns: Whether all were visited that the visitor wanted; false at a limit, which holds for all together.
  func visitMatches(
    in text: String,
    groups: Int,
    visitor: ([Range<Int>?]) -> Bool
  ) -> Bool {
    let count = text.utf8.count
    // An empty text may have no address.
    var text = count == 0 ? " " : text
    return text.withUTF8 { bytes in
      unsafe visit(bytes, count: count, groups: groups, visitor: visitor)
    }
  }

  private func visit(
    _ bytes: UnsafeBufferPointer<UInt8>,
    count: Int,
    groups: Int,
    visitor: ([Range<Int>?]) -> Bool
  ) -> Bool {
    let context = unsafe pcre2_match_context_create_8(nil)
    let data = unsafe pcre2_match_data_create_8(UInt32(groups + 1), nil)
    defer {
      unsafe pcre2_match_data_free_8(data)
      unsafe pcre2_match_context_free_8(context)
    }
    unsafe pcre2_set_heap_limit_8(context, Self.mostMemory)
    var work = PatternWork(counting, textLength: count)
    unsafe pcre2_set_match_limit_8(context, UInt32(work.mostAtStart))
    unsafe pcre2_set_depth_limit_8(context, UInt32(work.mostAtStart))
    if isAtStart { unsafe pcre2_set_offset_limit_8(context, 0) }
    return unsafe withUnsafeMutablePointer(to: &work) { work in
      unsafe pcre2_set_callout_8(
        context,
        { block, work in
          guard let block = unsafe block,
            let work = unsafe work?.assumingMemoryBound(to: PatternWork.self)
          else { return PCRE2_ERROR_CALLOUT }
          return unsafe work.pointee.goesOn(at: block.pointee.current_position)
            ? 0 : PCRE2_ERROR_CALLOUT
        },
        work
      )
      var start = 0
      // Behind an empty match one that is not empty is looked for at the same place first.
      var isBehindEmpty = false
      while start <= count {
        // The bytes of a `String` are valid UTF-8.
        let code = unsafe pcre2_match_8(
          OpaquePointer(bitPattern: address),
          bytes.baseAddress,
          count,
          start,
          PCRE2_NO_UTF_CHECK
            | (isBehindEmpty ? UInt32(PCRE2_NOTEMPTY_ATSTART) | PCRE2_ANCHORED : 0),
          data,
          context
        )
        if code == PCRE2_ERROR_NOMATCH {
          guard isBehindEmpty else { return true }
          isBehindEmpty = false
          repeat { start += 1 } while unsafe start < count && bytes[start] & 0xC0 == 0x80
          continue
        }
        guard code >= 0, let places = unsafe pcre2_get_ovector_pointer_8(data),
          unsafe work.pointee.goesOn(at: start)
        else { return false }
        var ranges: [Range<Int>?] = []
        for group in 0...groups {
          let (first, last) = unsafe (places[2 * group], places[2 * group + 1])
          // `\K` can put the start behind the end; a group that took no part has neither.
          ranges.append(first >= 0 && first <= last && last <= count ? first..<last : nil)
        }
        guard visitor(ranges) else { return true }
        // What no rule of the library allows must not make the search run in a circle.
        let end = ranges[0]?.upperBound ?? start
        guard end > start || (end == start && !isBehindEmpty) else { return false }
        isBehindEmpty = ranges[0]?.isEmpty ?? true
        start = end
      }
      return true
    }
  }

  private static func message(of code: Int32) -> String {
    var buffer = [UInt8](repeating: 0, count: 256)
    let length = unsafe pcre2_get_error_message_8(code, &buffer, buffer.count)
    return String(decoding: buffer.prefix(max(0, Int(length))), as: UTF8.self)
  }

  /// Whether an error is of the library's bounds and not of the syntax.
  private static func isUnsupported(_ code: Int32) -> Bool {
    [
      PCRE2_ERROR_LOOKBEHIND_NOT_FIXED_LENGTH, PCRE2_ERROR_LOOKBEHIND_TOO_COMPLICATED,
      PCRE2_ERROR_LOOKBEHIND_TOO_LONG, PCRE2_ERROR_PATTERN_TOO_LARGE,
      PCRE2_ERROR_PATTERN_STRING_TOO_LONG, PCRE2_ERROR_QUANTIFIER_TOO_BIG,
      PCRE2_ERROR_PATTERN_TOO_COMPLICATED, PCRE2_ERROR_HEAP_FAILED,
    ].contains(code)
  }
}

/// The work of one search.
struct PatternWork {
  /// Where steps are counted.
  enum Counting {
    /// At each part of a pattern that is tried.
    case parts
    /// At each place of the text where a match is tried: what a long pattern has room for.
    case starts
  }

  /// When a search is given up.
  struct Limits: Sendable {
    /// The number of steps; an optimized build takes about a second for them.
    var steps = 20_000_000
    /// The processor time in milliseconds, for steps that are slow ones.
    var milliseconds = 2_000
    /// How many bytes the steps of one start may move over where nothing else is counted; that takes about two seconds.
    var bytesAtStart = 1 << 29
  }

  /// The limits of the searches in a task; tests set lower ones.
  @TaskLocal static var current = Limits()

  private let limits = Self.current
  /// How many steps, as the library counts them, one start of a match may take.
  let mostAtStart: Int
  private let clockMask: Int
  private var steps = 0
  private var position = 0
  private var calls = 0
  private var start = 0

  /// - Parameters:
  ///   - counting: Where steps are counted.
  ///   - textLength: The length of the text in bytes, each of which a step may move over.
  init(_ counting: Counting, textLength: Int) {
    switch counting {
    case .parts:
      mostAtStart = limits.steps
      clockMask = 0xFF
    case .starts:
      mostAtStart = min(limits.steps, 1_000_000, limits.bytesAtStart / (textLength + 1))
      clockMask = 0
    }
  }

  /// Counts a step; what the search has moved in the text counts too, sixteen bytes as one.
  ///
  /// - Parameter next: Where in the text the step is, in bytes.
  /// - Returns: Whether the search may go on.
  mutating func goesOn(at next: Int) -> Bool {
    steps += 1 + (next > position ? next - position : position - next) / 16
    position = next
    calls += 1
    guard steps <= limits.steps else { return false }
    guard calls & clockMask == 0 else { return true }
    let now = Self.milliseconds()
    if start == 0 { start = now }
    return now - start <= limits.milliseconds && !WorkLimit.endsNow()
  }

  /// The processor time of this thread.
  private static func milliseconds() -> Int {
    var time = timespec()
    unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return time.tv_sec * 1_000 + time.tv_nsec / 1_000_000
  }
}
