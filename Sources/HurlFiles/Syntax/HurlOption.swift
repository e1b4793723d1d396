public import Diagnostics

/// A row of `[Options]`.
public struct HurlOption: Sendable {
  /// A value, as the kind of the option's definition asks for.
  public enum Value: Sendable {
    /// `true` or `false`.
    case boolean(Spelled<Bool>)
    /// A whole number.
    case integer(Spelled<Int>)
    /// A number with or without a unit.
    case duration(HurlDuration)
    /// A text; one that is a lone `{{x}}` too.
    case text(HurlTemplate)
    /// The name of a file; of `cert` perhaps with a password behind a colon, in which `\:` is spelled as it is.
    case file(HurlTemplate)
    /// `name=value`.
    case variable(HurlVariable)
    /// A lone `{{x}}` whose value must be of the option's kind.
    case placeholder(HurlPlaceholder)
  }

  /// The name.
  public var name: Spelled<Name>

  /// The value.
  public var value: Value

  /// From the name to the end of the value.
  public var range: SourceRange
}

/// A number of milliseconds, or of another unit.
public struct HurlDuration: Sendable {
  /// A unit of time.
  public enum Unit: String, Sendable, CaseIterable {
    /// Milliseconds.
    case milliseconds = "ms"
    /// Seconds.
    case seconds = "s"
    /// Minutes.
    case minutes = "m"
    /// Hours.
    case hours = "h"

    /// How many milliseconds it has.
    public var factor: Int {
      switch self {
      case .milliseconds: 1
      case .seconds: 1000
      case .minutes: 60_000
      case .hours: 3_600_000
      }
    }
  }

  /// The duration in milliseconds.
  public var milliseconds: Int

  /// The unit as written; `nil` without one, which means milliseconds for every option.
  public var unit: Spelled<Unit>?

  /// The number with its unit.
  public var range: SourceRange
}

/// `name=value`, the value of the option `variable`.
public struct HurlVariable: Sendable {
  /// The value with its type.
  public enum Value: Sendable {
    /// `null`.
    case null
    /// `true` or `false`.
    case boolean(Bool)
    /// A number as it is spelled: `-?digits[.digits]` without leading zeros, of any length.
    case number(String)
    /// `"…"`, or any other text, which may begin like a number or a keyword, as `12abc`.
    case text(HurlTemplate)
  }

  /// The name.
  public var name: Spelled<String>

  /// The value; its range is that of the spelling.
  public var value: Spelled<Value>

  /// From the name to the end of the value.
  public var range: SourceRange
}
