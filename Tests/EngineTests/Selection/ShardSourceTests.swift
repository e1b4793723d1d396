import Diagnostics
import RunEvents
import Testing

@testable import Engine

@Suite(.timeLimit(.minutes(5))) struct ShardSourceTests {
  @Test(arguments: [
    ("GitLab", ["CI_NODE_INDEX": "2", "CI_NODE_TOTAL": "4"]),
    ("CircleCI", ["CIRCLE_NODE_INDEX": "1", "CIRCLE_NODE_TOTAL": "4"]),
    ("Buildkite", ["BUILDKITE_PARALLEL_JOB": "1", "BUILDKITE_PARALLEL_JOB_COUNT": "4"]),
    ("Kubernetes", ["JOB_COMPLETION_INDEX": "1", "CURLEW_SHARD_TOTAL": "4"]),
    ("Semaphore", ["SEMAPHORE_JOB_INDEX": "2", "SEMAPHORE_JOB_COUNT": "4"]),
    ("AWS Batch", ["AWS_BATCH_JOB_ARRAY_INDEX": "1", "AWS_BATCH_JOB_ARRAY_SIZE": "4"]),
    ("AWS Batch, older", ["AWS_BATCH_JOB_ARRAY_INDEX": "1", "CURLEW_SHARD_TOTAL": "4"]),
    (
      "empty ones beside",
      ["CI_NODE_INDEX": "", "CIRCLE_NODE_INDEX": "1", "CIRCLE_NODE_TOTAL": "4"]
    ),
  ])
  func `each system's second of four is the second of four`(
    system: String,
    environment: [String: String]
  ) throws {
    let shard = try ShardSource.shard("auto", environment: environment)
    #expect(shard == RunDescription.Shard(index: 2, total: 4), "\(system)")
  }

  @Test func `a job that GitLab does not run in parallel is the whole`() throws {
    let shard = try ShardSource.shard("auto", environment: ["CI_NODE_TOTAL": "1"])
    #expect(shard == RunDescription.Shard(index: 1, total: 1))
  }

  @Test(
    arguments: [
      ([:], "nothing says which part this is"),
      (["CI_NODE_INDEX": "1"], "set CI_NODE_TOTAL"),
      (["JOB_COMPLETION_INDEX": "0"], "set CURLEW_SHARD_TOTAL"),
      (["CI_NODE_INDEX": "0", "CI_NODE_TOTAL": "4"], "from 1 to 4 in CI_NODE_INDEX"),
      (["CI_NODE_INDEX": "5", "CI_NODE_TOTAL": "4"], "from 1 to 4"),
      (["CIRCLE_NODE_INDEX": "4", "CIRCLE_NODE_TOTAL": "4"], "from 0 to 3"),
      (["CIRCLE_NODE_INDEX": "-1", "CIRCLE_NODE_TOTAL": "4"], "got \"-1\""),
      (["CI_NODE_INDEX": "1", "CI_NODE_TOTAL": "many"], "in CI_NODE_TOTAL, got \"many\""),
      (["CI_NODE_INDEX": "1", "CI_NODE_TOTAL": "0"], "in CI_NODE_TOTAL"),
      (["CIRCLE_NODE_TOTAL": "4"], "set CIRCLE_NODE_INDEX (from 0)"),
    ] as [([String: String], String)]
  )
  func `what a system leaves out or gets wrong is said, with what to do`(
    environment: [String: String],
    part: String
  ) {
    let error = #expect(throws: Mistake.self) {
      try ShardSource.shard("auto", environment: environment)
    }
    #expect(error?.message.contains(part) == true, "\(error?.message ?? "")")
    #expect(error?.message.contains("--shard K/N") == true)
  }

  @Test(arguments: [
    "0/4", "5/4", "1/0", "2", "/", "1/2/3", "a/b", "+1/2", " 1/2", "1/2 ", "", "-1/4",
    "1/999999999",
    "99999999999999999999/2",
  ])
  func `no part is no part`(text: String) {
    #expect(throws: Mistake.self) {
      try ShardSource.shard(text, environment: [:])
    }
  }

  @Test func `a part as given is that part`() throws {
    #expect(
      try ShardSource.shard("4/4", environment: ["CI_NODE_INDEX": "1"])
        == RunDescription.Shard(index: 4, total: 4)
    )
  }
}
