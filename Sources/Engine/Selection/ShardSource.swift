public import Diagnostics
public import RunEvents

/// `--shard`: which part of the suite this run is, as given or as the CI system has it.
///
/// ```swift
/// let shard = try ShardSource.shard("2/4", environment: [:])
/// let same = try ShardSource.shard("auto", environment: ["CI_NODE_INDEX": "2", "CI_NODE_TOTAL": "4"])
/// ```
public enum ShardSource: Sendable {
  /// The most parts of a suite.
  static let maximumTotal = 100_000

  /// A system that runs the same job several times and gives each its number.
  struct System: Sendable {
    /// Its name.
    var name: String
    /// The variable with the number of the job.
    var index: String
    /// The variables with the number of jobs, what comes first counts.
    var totals: [String]
    /// The number of the first job.
    var base: Int
  }

  /// The systems that are known, in the order in which they are asked.
  static let systems = [
    System(name: "GitLab", index: "CI_NODE_INDEX", totals: ["CI_NODE_TOTAL"], base: 1),
    System(name: "CircleCI", index: "CIRCLE_NODE_INDEX", totals: ["CIRCLE_NODE_TOTAL"], base: 0),
    System(
      name: "Buildkite",
      index: "BUILDKITE_PARALLEL_JOB",
      totals: ["BUILDKITE_PARALLEL_JOB_COUNT"],
      base: 0
    ),
    System(
      name: "Kubernetes",
      index: "JOB_COMPLETION_INDEX",
      totals: ["CURLEW_SHARD_TOTAL"],
      base: 0
    ),
    System(
      name: "Semaphore",
      index: "SEMAPHORE_JOB_INDEX",
      totals: ["SEMAPHORE_JOB_COUNT"],
      base: 1
    ),
    System(
      name: "AWS Batch",
      index: "AWS_BATCH_JOB_ARRAY_INDEX",
      totals: ["AWS_BATCH_JOB_ARRAY_SIZE", "CURLEW_SHARD_TOTAL"],
      base: 0
    ),
  ]

  /// The part that `--shard` names.
  ///
  /// - Parameters:
  ///   - text: `K/N`, from 1, or `auto`.
  ///   - environment: the process's; an empty variable counts as absent.
  /// - Returns: the part.
  /// - Throws: ``Mistake`` when there is none, or it is out of range.
  public static func shard(
    _ text: String,
    environment: [String: String]
  ) throws(Mistake) -> RunDescription.Shard {
    guard text != "auto" else { return try automatic(environment) }
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let index = number(parts[0]), let total = number(parts[1]) else {
      throw Mistake("expected K/N such as 2/4, or auto, got \"\(text)\"")
    }
    guard (1...maximumTotal).contains(total), (1...total).contains(index) else {
      throw Mistake(
        "expected a number from 1 to N and an N from 1 to \(maximumTotal), got \"\(text)\""
      )
    }
    return RunDescription.Shard(index: index, total: total)
  }

  private static func automatic(
    _ environment: [String: String]
  ) throws(Mistake) -> RunDescription.Shard {
    func value(_ name: String) -> String? {
      environment[name].flatMap { $0.isEmpty ? nil : $0 }
    }
    for system in systems {
      guard let index = value(system.index) else { continue }
      guard let name = system.totals.first(where: { value($0) != nil }), let total = value(name)
      else {
        let names = system.totals.joined(separator: " or ")
        throw Mistake(
          "\(system.name) says \(system.index)=\(index), but not of how many; "
            + "set \(names), or write --shard K/N"
        )
      }
      guard let count = number(total[...]), (1...maximumTotal).contains(count) else {
        throw Mistake(
          "expected a number of parts from 1 in \(name), got \"\(total)\"; "
            + "set it right, or write --shard K/N"
        )
      }
      let last = count - 1 + system.base
      guard let place = number(index[...]), (system.base...last).contains(place) else {
        throw Mistake(
          "expected a number from \(system.base) to \(last) in \(system.index), as "
            + "\(system.name) counts with \(name)=\(count), got \"\(index)\"; "
            + "set it right, or write --shard K/N"
        )
      }
      return RunDescription.Shard(index: place - system.base + 1, total: count)
    }
    for system in systems {
      guard let name = system.totals.first(where: { value($0) != nil }), let total = value(name)
      else { continue }
      // GitLab says 1 also for jobs that are not parallel.
      if number(total[...]) == 1 { return RunDescription.Shard(index: 1, total: 1) }
      throw Mistake(
        "\(name)=\(total) is set, but nothing says which part this is; "
          + "set \(system.index) (from \(system.base)), or write --shard K/N"
      )
    }
    let names = systems.map(\.name).joined(separator: ", ")
    throw Mistake(
      "nothing says which part this is: none of \(names) is here; "
        + "set CI_NODE_INDEX (from 1) and CI_NODE_TOTAL, or write --shard K/N"
    )
  }

  /// Digits alone: `+2` and ` 2` are no part.
  private static func number(_ text: Substring) -> Int? {
    guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return Int(text)
  }
}
