import Locks
import RunEvents
import Scenarios

/// What options without expressions come to, for all requests that have the same ones: mostly those of the defaults.
///
/// Without it a run of 5 000 short requests with the seven options of a `.hurl` file takes 2 % longer.
final class SharedSettings: Sendable {
  private let made = Locked<FinishedSettings?>(nil)

  /// The settings of a request.
  ///
  /// - Parameters:
  ///   - context: the run that it is made in.
  ///   - make: evaluates its options.
  /// - Returns: those that were made before in the same run, else new ones.
  /// - Throws: why there are none.
  func settings(
    in context: RunContext,
    make: () throws(StepFault) -> RequestSettings
  ) throws(StepFault) -> FinishedSettings {
    if let known = made.withLock({ $0 }), known.settings.tlsFiles === context.tlsFiles {
      return known
    }
    let settings = FinishedSettings(try make())
    made.withLock { $0 = settings }
    return settings
  }
}

/// Notices where one request after the other has the very same options.
struct SharedOptions {
  private var options: [OptionTemplate] = []
  /// For requests with these options; `nil` when an expression stands in them.
  private(set) var settings: SharedSettings? = SharedSettings()

  /// Goes on to the next request.
  ///
  /// - Parameters:
  ///   - options: its options, those of the defaults among them.
  ///   - common: the options of other files.
  /// - Returns: whether they are not those of the request before, nor known to be without a mistake.
  mutating func advance(to options: [OptionTemplate], _ common: CommonOptions) -> Bool {
    guard !options.isSameList(as: self.options) else { return false }
    self.options = options
    guard !options.isEmpty else {
      settings = SharedSettings()
      return false
    }
    settings = common.settings(of: options)
    guard settings == nil else { return false }
    if options.allSatisfy({ $0.value.constant != nil }) { settings = SharedSettings() }
    return true
  }
}

/// The options that requests of many files have in common, as those that all `.hurl` files start from.
///
/// Without it a run of 1 000 files of one request takes 3 % longer.
final class CommonOptions: Sendable {
  private struct Known {
    let options: [OptionTemplate]
    let settings: SharedSettings
  }

  private let last = Locked<Known?>(nil)

  /// What options come to in every file; `nil` where that is not known.
  fileprivate func settings(of options: [OptionTemplate]) -> SharedSettings? {
    last.withLock { last in
      guard let last, last.options.isSameList(as: options) else { return nil }
      return last.settings
    }
  }

  /// Notes options without a mistake, unless they depend on the file whose steps they hold for.
  func note(_ options: [OptionTemplate], _ settings: SharedSettings) {
    let isCommon = options.allSatisfy {
      RequestOptionCatalogue.option(named: $0.name.value)?.hasPath == false
    }
    if isCommon { last.withLock { $0 = Known(options: options, settings: settings) } }
  }
}

extension [OptionTemplate] {
  /// Whether two lists are one in memory, not just equal.
  fileprivate func isSameList(as other: Self) -> Bool {
    guard count == other.count else { return false }
    return unsafe withUnsafeBufferPointer { own in
      unsafe other.withUnsafeBufferPointer { unsafe own.baseAddress == $0.baseAddress }
    }
  }
}
