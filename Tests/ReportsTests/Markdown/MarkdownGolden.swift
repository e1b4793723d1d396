/// What Markdown says of `EventFixture.everyOutcome`.
enum MarkdownGolden {
  static let everyOutcome = #"""
    # ✗ Curlew: 1 passed, 1 failed, 1 errored, 1 flaky, 1 skipped, 1 not run

    | | passed | failed | errored | flaky | skipped | not run |
    |---|--:|--:|--:|--:|--:|--:|
    | scenarios | 1 | 1 | 1 | 1 | 1 | 1 |
    | steps | 3 | 1 | 1 | 0 | 4 | 0 |

    5 requests, in 1.50 s, p95 12 ms, seed 42, environment staging

    ## Failures

    ### ✗ failed · scenarios/orders\.scenario\.yaml&#58; Order lifecycle \[ABC\-2\]

    ```text
    ✗ create an order  POST /orders → 201 in 12 ms
      scenarios/orders.scenario.yaml:7:18
        7 |         $.total: { approx: 19.98, within: 0.01 }
          |                  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ expected 19.98 ± 0.01, got 20.5
          | $.total in application/json, 15 bytes:  "total": 20.5 …
    ```

    ### ! errored · scenarios/login\.scenario\.yaml&#58; Login

    ```text
    ! login › get token  in 0 ms
      scenarios/login.scenario.yaml:1:11
        1 | scenario: Login
          |           ^^^^^ connect: connection refused
          | hint: is it running?
    ```

    ### ✗ failed, attempt 1 · scenarios/other\.scenario\.yaml&#58; Other \[b\]

    ```text
    ✗ only  POST /orders → 201 in 12 ms
      scenarios/orders.scenario.yaml:7:18
        7 |         $.total: { approx: 19.98, within: 0.01 }
          |                  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ expected 19.98 ± 0.01, got 20.5
          | $.total in application/json, 15 bytes:  "total": 20.5 …
    ```

    ### ~ flaky · scenarios/other\.scenario\.yaml&#58; Other \[b\]

    Passed at attempt 2.

    ## Slowest

    | scenario | time |
    |---|--:|
    | scenarios/orders\.scenario\.yaml&#58; Order lifecycle \[ABC\-1\] | 412 ms |
    | scenarios/orders\.scenario\.yaml&#58; Order lifecycle \[ABC\-2\] | 412 ms |
    | scenarios/login\.scenario\.yaml&#58; Login | 412 ms |
    | scenarios/other\.scenario\.yaml&#58; Other \[a\] | 412 ms |
    | scenarios/other\.scenario\.yaml&#58; Other \[b\] | 412 ms |

    """#
}
