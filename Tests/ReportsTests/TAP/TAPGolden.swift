/// What TAP says of `EventFixture.everyOutcome`.
enum TAPGolden {
  static let everyOutcome = #"""
    TAP version 14
    # seed 42
    # Subtest: scenarios/orders.scenario.yaml: Order lifecycle [ABC-1]
        ok 1 - create an order
        ok 2 - read it
        1..2
    ok 1 - scenarios/orders.scenario.yaml: Order lifecycle [ABC-1]
    # Subtest: scenarios/orders.scenario.yaml: Order lifecycle [ABC-2]
        not ok 1 - create an order
          ---
          severity: "fail"
          message: "$.total: expected 19.98 ± 0.01, got 20.5"
          at: "scenarios/orders.scenario.yaml:7:18"
          expected: "19.98 ± 0.01"
          actual: "20.5"
          duration_ms: 13
          text: "✗ create an order  POST /orders → 201 in 12 ms\n  scenarios/orders.scenario.yaml:7:18\n    7 |         $.total: { approx: 19.98, within: 0.01 }\n      |                  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ expected 19.98 ± 0.01, got 20.5\n      | $.total in application/json, 15 bytes:  \"total\": 20.5 …"
          ...
        ok 2 - read it # SKIP a step before it did not succeed
        1..2
    not ok 2 - scenarios/orders.scenario.yaml: Order lifecycle [ABC-2]
      ---
      outcome: "failed"
      ...
    # Subtest: scenarios/login.scenario.yaml: Login
        not ok 1 - login › get token
          ---
          severity: "error"
          message: "connect: connection refused"
          at: "scenarios/login.scenario.yaml:1:11"
          duration_ms: 0
          text: "! login › get token  in 0 ms\n  scenarios/login.scenario.yaml:1:11\n    1 | scenario: Login\n      |           ^^^^^ connect: connection refused\n      | hint: is it running?"
          ...
        ok 2 - greet # SKIP the set-up did not succeed
        1..2
    not ok 3 - scenarios/login.scenario.yaml: Login
      ---
      outcome: "errored"
      ...
    # Subtest: scenarios/other.scenario.yaml: Other [a]
        ok 1 - only # SKIP not today
        1..1
    ok 4 - scenarios/other.scenario.yaml: Other [a] # SKIP not today
    # Subtest: scenarios/other.scenario.yaml: Other [b]
        ok 1 - only
        1..1
    ok 5 - scenarios/other.scenario.yaml: Other [b] (flaky)
    # Subtest: scenarios/other.scenario.yaml: Other [c]
        ok 1 - only # SKIP fail-fast
        1..1
    ok 6 - scenarios/other.scenario.yaml: Other [c] # SKIP not run: fail-fast
    1..6

    """#
}
