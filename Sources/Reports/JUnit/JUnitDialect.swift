/// Which readers a JUnit report is written for.
public enum JUnitDialect: String, Sendable, Hashable, CaseIterable {
  /// With `file` and `line` on `testcase` and `timestamp`: CircleCI, GitLab, most others.
  case rich
  /// Only what `junit-10.xsd` of the Jenkins xUnit plugin allows.
  case strict
}
