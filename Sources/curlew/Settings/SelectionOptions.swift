import ArgumentParser
import Engine

/// What a run selects, as it was given: patterns compiled, earlier reports read.
struct SelectionOptions {
  /// Puts what was given into a run's options.
  ///
  /// - Parameters:
  ///   - arguments: what was given.
  ///   - environment: the process's, for `--shard auto`.
  ///   - options: gets names, reports, shard and rate.
  /// - Throws: `ValidationError` for what cannot be understood or read.
  static func apply(
    _ arguments: RunArguments,
    _ environment: [String: String],
    to options: inout RunOptions
  ) throws {
    for text in arguments.names {
      do throws(NamePattern.ParsingError) {
        options.names.append(try NamePattern(parsing: text))
      } catch {
        throw ValidationError("--name: \(error.message)")
      }
    }
    options.rerun = try arguments.rerunFailed.map { try report($0, of: "--rerun-failed") }
    options.shardTimes = try arguments.shardTimes.map { try report($0, of: "--shard-times") }
    if let text = arguments.shard {
      do throws(ShardSource.ParsingError) {
        options.shard = try ShardSource.shard(text, environment: environment)
      } catch {
        throw ValidationError("--shard \(text): \(error.message)")
      }
    }
    if let text = arguments.rate {
      do throws(RequestRate.ParsingError) {
        options.rate = try RequestRate(parsing: text)
      } catch {
        throw ValidationError("--rate: \(error.message)")
      }
    }
  }

  private static func report(_ path: String, of option: String) throws -> EarlierReport {
    let bytes: [UInt8]
    do throws(DocumentFailure) {
      bytes = try InputFile.read(path)
    } catch {
      throw ValidationError("\(option) \(path): \(error.message)")
    }
    do throws(EarlierReport.ParsingError) {
      return try EarlierReport(parsing: bytes, path: InputFile.name(path))
    } catch {
      throw ValidationError("\(option): \(error.message)")
    }
  }
}
