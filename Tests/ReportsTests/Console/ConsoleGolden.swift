/// What the console says of `EventFixture.everyOutcome`.
enum ConsoleGolden {
  static let everyOutcome = #"""
    ✓ scenarios/orders.scenario.yaml  Order lifecycle [ABC-1]  2 steps  0.412 s
    ✗ scenarios/orders.scenario.yaml  Order lifecycle [ABC-2]  2 steps  0.412 s  failed
    ! scenarios/login.scenario.yaml  Login  2 steps  0.412 s  errored
    - scenarios/other.scenario.yaml  Other [a]  1 step  0.412 s  skipped: not today
    ✗ scenarios/other.scenario.yaml  Other [b]  1 step  0.412 s  failed  attempt 1, trying again
    ~ scenarios/other.scenario.yaml  Other [b]  1 step  0.412 s  flaky  attempt 2
    · scenarios/other.scenario.yaml  Other [c]  1 step  0.412 s  not run: fail-fast

    scenarios/orders.scenario.yaml  Order lifecycle [ABC-2]
    ✗ create an order  POST /orders → 201 in 12 ms
      scenarios/orders.scenario.yaml:7:18
        7 |         $.total: { approx: 19.98, within: 0.01 }
          |                  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ expected 19.98 ± 0.01, got 20.5
          | $.total in application/json, 15 bytes:  "total": 20.5 …

    scenarios/login.scenario.yaml  Login
    ! login › get token  in 0 ms
      scenarios/login.scenario.yaml:1:11
        1 | scenario: Login
          |           ^^^^^ connect: connection refused
          | hint: is it running?

    scenarios/other.scenario.yaml  Other [b]  (flaky: passed at attempt 2)
    ✗ only  POST /orders → 201 in 12 ms
      scenarios/orders.scenario.yaml:7:18
        7 |         $.total: { approx: 19.98, within: 0.01 }
          |                  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ expected 19.98 ± 0.01, got 20.5
          | $.total in application/json, 15 bytes:  "total": 20.5 …

    sent      5 requests, 3.3 a second, 1 connection
    latency   p50 12 ms, p95 12 ms, p99 12 ms, longest 12 ms
    seed      42
    rerun     curlew run scenarios/orders.scenario.yaml:1 scenarios/login.scenario.yaml:1
    ✗ 6 scenarios: 1 passed, 1 failed, 1 errored, 1 flaky, 1 skipped, 1 not run in 1.50 s

    """#
}
