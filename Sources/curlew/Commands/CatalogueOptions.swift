import ArgumentParser
import Engine

/// A command whose options are in the catalogue.
protocol CatalogueCommand: ParsableCommand {
  /// Its options, in the order of help.
  static var options: [RunOption] { get }
  /// What is run when no path is named.
  static var defaultPaths: [String] { get }
  /// What a path may be.
  static var pathHelp: String { get }
}

extension CatalogueCommand {
  static var defaultPaths: [String] { RunArguments.defaultPaths }

  static var pathHelp: String {
    "Scenario files, or folders that are searched for *.scenario.yaml and *.hurl; FILE:LINE is the scenario or data row at a line, FILE#ROW a data row, errors.csv:3 the row at a line of a data file."
  }
}

/// A command of which all arguments are in the catalogue.
///
/// It shows them as its own. Those of an option group are made anew 25 times at each start of a debug build, where `ArgumentParser` checks at every level what the levels below declare.
protocol BareCatalogueCommand: CatalogueCommand, CustomReflectable {
  /// What was given.
  var given: CatalogueOptions<Self> { get set }
}

extension BareCatalogueCommand {
  init(from decoder: any Decoder) throws {
    self.init()
    given = try CatalogueOptions(from: decoder)
  }

  var customMirror: Mirror { given.customMirror }
}

/// The paths and the options of a command, made from the catalogue.
///
/// `ArgumentParser` finds what a type declares by reflection. Here the mirror shows it the catalogue, so that no option is declared a second time.
struct CatalogueOptions<Command: CatalogueCommand>: ParsableArguments, CustomReflectable {
  /// What was given.
  private(set) var arguments = RunArguments()

  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(_ name: String) { stringValue = name }
    init?(stringValue: String) { self.init(stringValue) }
    init?(intValue: Int) { nil }
  }

  private static var paths: Argument<[String]> {
    Argument(
      wrappedValue: Command.defaultPaths,
      help: ArgumentHelp(Command.pathHelp, valueName: "path")
    )
  }

  init() {}

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    func value<Wrapper: Decodable>(_ type: Wrapper.Type, _ name: String) throws -> Wrapper {
      try container.decode(type, forKey: Key(name))
    }
    arguments.paths = try value(Argument<[String]>.self, "paths").wrappedValue
    for option in Command.options {
      let name = option.name
      arguments.given[name] =
        switch option.form {
        case .flag: try value(Flag<Bool>.self, name).wrappedValue ? ["true"] : nil
        case .onOrOff: try value(Flag<Bool?>.self, name).wrappedValue.map { ["\($0)"] }
        case .value: try value(Option<String?>.self, name).wrappedValue.map { [$0] }
        case .values: try value(Option<[String]>.self, name).wrappedValue
        }
      if arguments.given[name]?.isEmpty == true { arguments.given[name] = nil }
    }
  }

  var customMirror: Mirror {
    Mirror(
      self,
      children: [("paths", Self.paths)] + Command.options.map { ($0.name, $0.parsed) }
    )
  }
}

extension RunOption {
  /// The option as `ArgumentParser` knows it.
  fileprivate var parsed: Any {
    let name = NameSpecification(
      ([name] + aliases).map { alias -> NameSpecification.Element in
        if alias.count == 1, let letter = alias.first { return .customShort(letter) }
        return .customLong(alias)
      }
    )
    switch form {
    case .flag: return Flag(wrappedValue: false, name: name, help: ArgumentHelp(help))
    case .onOrOff:
      return Flag<Bool?>(name: name, inversion: .prefixedNo, help: ArgumentHelp(help))
    case .value(let noun):
      return Option<String?>(name: name, help: ArgumentHelp(help, valueName: noun))
    case .values(let noun):
      return Option<[String]>(
        wrappedValue: [],
        name: name,
        help: ArgumentHelp(help, valueName: noun)
      )
    }
  }
}
