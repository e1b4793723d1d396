/// What JUnit says of `EventFixture.everyOutcome`.
enum JUnitGolden {
  static let everyOutcome = #"""
    <?xml version="1.0" encoding="UTF-8"?>
    <testsuites name="curlew" tests="9" failures="1" errors="1" skipped="4" time="1.500">
      <testsuite name="scenarios/orders.scenario.yaml" tests="4" failures="1" errors="0" skipped="1" time="0.039" timestamp="2025-01-02T03:04:05" hostname="builder" id="0" file="scenarios/orders.scenario.yaml">
        <properties>
          <property name="seed" value="42"/>
          <property name="environment" value="staging"/>
        </properties>
        <testcase name="create an order [ABC-1]" classname="scenarios.orders.Order lifecycle" time="0.013" file="scenarios/orders.scenario.yaml" line="3" timestamp="2025-01-02T03:04:05"/>
        <testcase name="read it [ABC-1]" classname="scenarios.orders.Order lifecycle" time="0.013" file="scenarios/orders.scenario.yaml" line="8" timestamp="2025-01-02T03:04:05"/>
        <testcase name="create an order [ABC-2]" classname="scenarios.orders.Order lifecycle" time="0.013" file="scenarios/orders.scenario.yaml" line="3" timestamp="2025-01-02T03:04:06">
          <failure type="assertion" message="$.total: expected 19.98 ± 0.01, got 20.5">$.total: expected 19.98 ± 0.01, got 20.5
      expected: 19.98 ± 0.01
      actual: 20.5
      at scenarios/orders.scenario.yaml:7

    ✗ create an order  POST /orders → 201 in 12 ms
      scenarios/orders.scenario.yaml:7:18
        7 |         $.total: { approx: 19.98, within: 0.01 }
          |                  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ expected 19.98 ± 0.01, got 20.5
          | $.total in application/json, 15 bytes:  "total": 20.5 …</failure>
          <system-out>&gt; POST http://127.0.0.1:8080/orders
    &gt; Accept: */*
    &gt;
    &gt; {}
    &lt; HTTP/1.1 201 Created
    &lt; Content-Type: application/json
    &lt;
    &lt; {"total": 20.5}</system-out>
        </testcase>
        <testcase name="read it [ABC-2]" classname="scenarios.orders.Order lifecycle" time="0.000" file="scenarios/orders.scenario.yaml" line="8" timestamp="2025-01-02T03:04:06">
          <skipped message="a step before it did not succeed"/>
        </testcase>
      </testsuite>
      <testsuite name="scenarios/login.scenario.yaml" tests="2" failures="0" errors="1" skipped="1" time="0.000" timestamp="2025-01-02T03:04:07" hostname="builder" id="1" file="scenarios/login.scenario.yaml">
        <properties>
          <property name="seed" value="42"/>
          <property name="environment" value="staging"/>
        </properties>
        <testcase name="login › get token" classname="scenarios.login.Login" time="0.000" file="scenarios/login.scenario.yaml" line="1" timestamp="2025-01-02T03:04:07">
          <error type="setup" message="connect: connection refused">connect: connection refused
      at scenarios/login.scenario.yaml:1

    ! login › get token  in 0 ms
      scenarios/login.scenario.yaml:1:11
        1 | scenario: Login
          |           ^^^^^ connect: connection refused
          | hint: is it running?</error>
        </testcase>
        <testcase name="greet" classname="scenarios.login.Login" time="0.000" file="scenarios/login.scenario.yaml" line="1" timestamp="2025-01-02T03:04:07">
          <skipped message="the set-up did not succeed"/>
        </testcase>
      </testsuite>
      <testsuite name="scenarios/other.scenario.yaml" tests="3" failures="0" errors="0" skipped="2" time="0.013" timestamp="2025-01-02T03:04:08" hostname="builder" id="2" file="scenarios/other.scenario.yaml">
        <properties>
          <property name="seed" value="42"/>
          <property name="environment" value="staging"/>
        </properties>
        <testcase name="only [a]" classname="scenarios.other.Other" time="0.000" file="scenarios/other.scenario.yaml" line="1" timestamp="2025-01-02T03:04:08">
          <skipped message="not today"/>
        </testcase>
        <testcase name="only [b]" classname="scenarios.other.Other" time="0.013" file="scenarios/other.scenario.yaml" line="1" timestamp="2025-01-02T03:04:09">
          <flakyFailure type="assertion" message="$.total: expected 19.98 ± 0.01, got 20.5">
            <stackTrace>$.total: expected 19.98 ± 0.01, got 20.5
      expected: 19.98 ± 0.01
      actual: 20.5
      at scenarios/orders.scenario.yaml:7

    ✗ only  POST /orders → 201 in 12 ms
      scenarios/orders.scenario.yaml:7:18
        7 |         $.total: { approx: 19.98, within: 0.01 }
          |                  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ expected 19.98 ± 0.01, got 20.5
          | $.total in application/json, 15 bytes:  "total": 20.5 …</stackTrace>
            <system-out>&gt; POST http://127.0.0.1:8080/orders
    &gt; Accept: */*
    &gt;
    &gt; {}
    &lt; HTTP/1.1 201 Created
    &lt; Content-Type: application/json
    &lt;
    &lt; {"total": 20.5}</system-out>
          </flakyFailure>
        </testcase>
        <testcase name="only [c]" classname="scenarios.other.Other" time="0.000" file="scenarios/other.scenario.yaml" line="1" timestamp="2025-01-02T03:04:10">
          <skipped message="fail-fast"/>
        </testcase>
      </testsuite>
    </testsuites>

    """#
}
