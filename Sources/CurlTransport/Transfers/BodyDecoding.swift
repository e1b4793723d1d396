import Compression
import Locks

/// The codings of one answer's body, and how far they are undone.
///
/// Used by the loop's thread alone; what decodes elsewhere has nothing but the decoder.
final class BodyDecoding {
  /// What was decoded in one go.
  struct Stretch: Sendable {
    /// Which body it is of.
    var source: ObjectIdentifier
    /// Decoded bytes.
    var output: [UInt8] = []
    /// How many bytes of the input were taken.
    var consumed = 0
    /// Whether there may be more to decode without further input.
    var holdsBack = false
    /// Whether what was taken so far is no whole body.
    var endsEarly = false
    /// Why it ended, when the input is in no such coding.
    var error: CompressionError?
  }

  /// From how many decoded bytes on a body is decoded away from the loop's thread.
  static let threshold = 256 << 10
  /// How many bytes are decoded in one go away from the loop's thread, at least.
  private static let stretchSize = 256 << 10

  /// As `Content-Encoding` names them, for messages.
  let names: String
  private let decoder: Locked<ContentDecoder>
  /// How many bytes of those that libcurl holds back during a pause have been decoded.
  private var ahead = 0
  private var holdsBack = false
  private var isCut = false
  /// What another thread decoded while its owner had paused the transfer.
  private var held: Stretch?
  /// Whether another thread decodes.
  private(set) var isElsewhere = false

  init(_ codings: [ContentCoding]) throws(CompressionError) {
    names = codings.map(\.name).joined(separator: ", ")
    decoder = Locked(try ContentDecoder(codings))
  }

  /// Whether the body that came is no whole one.
  var endsEarly: Bool { isCut || holdsBack }

  /// How many of so many bytes that libcurl hands over have been decoded before.
  func skip(_ count: Int) -> Int {
    let place = min(ahead, count)
    ahead -= place
    return place
  }

  /// Notes that libcurl will hand over so many decoded bytes once more.
  func hold(_ count: Int) { ahead += count }

  /// Keeps what another thread decoded until the transfer goes on.
  func hold(_ stretch: Stretch) { held = stretch }

  /// Gives out what was kept.
  func takeHeld() -> Stretch? { held.take() }

  /// Decodes at most 16 KiB on the loop's thread.
  ///
  /// - Parameters:
  ///   - input: the bytes that libcurl hands over.
  ///   - place: how many of them were decoded before.
  /// - Returns: the decoded bytes, how many bytes of the input were taken, and the error if there is one.
  func decode(_ input: [UInt8], from place: Int) -> Stretch {
    let source = ObjectIdentifier(self)
    let stretch = decoder.stretch(of: input, from: place, atLeast: 1, source)
    note(stretch)
    return stretch
  }

  /// Whether the rest of a body is worth the way to another thread.
  ///
  /// - Parameters:
  ///   - decoded: how many bytes were decoded so far.
  ///   - rest: how many bytes there are to decode.
  /// - Returns: false while it is short, and when nothing is left to do.
  func isLong(decoded: Int, rest: Int) -> Bool {
    decoded >= Self.threshold && (rest > 0 || holdsBack)
  }

  /// Decodes on another thread, of which ``take(_:)`` must hear before anything else is decoded.
  ///
  /// - Parameters:
  ///   - input: the bytes that libcurl hands over.
  ///   - place: how many of them were decoded before.
  ///   - done: called on the other thread.
  func decodeElsewhere(
    _ input: [UInt8],
    from place: Int,
    done: @escaping @Sendable (Stretch) -> Void
  ) {
    isElsewhere = true
    let work: @concurrent @Sendable () async -> Void = {
      [decoder, source = ObjectIdentifier(self)] in
      done(decoder.stretch(of: input, from: place, atLeast: Self.stretchSize, source))
    }
    Task.detached(operation: work)
  }

  /// Takes note of what another thread decoded.
  func take(_ stretch: Stretch) {
    isElsewhere = false
    ahead += stretch.consumed
    note(stretch)
  }

  private func note(_ stretch: Stretch) {
    holdsBack = stretch.holdsBack
    isCut = stretch.endsEarly
  }
}

extension Locked<ContentDecoder> {
  /// Decodes until there are at least so many bytes, or nothing is left to decode.
  fileprivate func stretch(
    of input: [UInt8],
    from start: Int,
    atLeast size: Int,
    _ source: ObjectIdentifier
  ) -> BodyDecoding.Stretch {
    withLock { decoder in
      var stretch = BodyDecoding.Stretch(source: source)
      var count = 0
      var place = start
      stretch.output.reserveCapacity(size)
      repeat {
        do throws(CompressionError) {
          count = try decoder.decode(input, from: &place)
        } catch {
          stretch.error = error
          count = 0
        }
        unsafe stretch.output.append(contentsOf: decoder.output(count))
      } while count > 0 && stretch.output.count < size
      stretch.consumed = place - start
      stretch.holdsBack = count > 0
      stretch.endsEarly = decoder.endsEarly
      return stretch
    }
  }
}
