/// What JSON says of a run with a scenario that failed.
enum JSONGolden {
  static let failedRun = #"""
    {
      "format": "curlew-report",
      "version": 1,
      "tool": {
        "name": "curlew",
        "version": "0"
      },
      "run": {
        "id": "r1",
        "seed": "42",
        "startedAt": "2025-01-02T03:04:05.250Z",
        "environment": "staging",
        "hostname": "builder",
        "jobs": 2,
        "scenarioCount": 1,
        "foundCount": 1,
        "stepCount": 2,
        "command": [
          "curlew",
          "run"
        ]
      },
      "summary": {
        "scenarios": {
          "passed": 0,
          "failed": 1,
          "errored": 0,
          "skipped": 0,
          "flaky": 0,
          "notRun": 0
        },
        "steps": {
          "passed": 0,
          "failed": 1,
          "errored": 0,
          "skipped": 1,
          "flaky": 0,
          "notRun": 0
        },
        "requestCount": 1,
        "connectionCount": 1,
        "unreadableFileCount": 0,
        "duration": 1.5,
        "interrupted": false,
        "latency": {
          "count": 1,
          "sum": 0.012,
          "maximum": 0.012,
          "p50": 0.012,
          "p95": 0.012,
          "p99": 0.012,
          "buckets": [
            [
              0.012177,
              1
            ]
          ]
        }
      },
      "diagnostics": [],
      "scenarios": [
        {
          "index": 0,
          "attempt": 1,
          "kind": "scenario",
          "name": "Order lifecycle",
          "title": "Order lifecycle [ABC-1]",
          "path": "scenarios/orders.scenario.yaml",
          "place": {
            "path": "scenarios/orders.scenario.yaml",
            "line": 1,
            "column": 11,
            "endLine": 1,
            "endColumn": 26,
            "source": "scenario: Order lifecycle"
          },
          "tags": [],
          "row": "ABC-1",
          "startedAt": "2025-01-02T03:04:05.250Z",
          "stepCount": 2,
          "steps": [
            {
              "index": 0,
              "phase": "steps",
              "name": "create an order",
              "action": "POST",
              "place": {
                "path": "scenarios/orders.scenario.yaml",
                "line": 3,
                "column": 11,
                "endLine": 3,
                "endColumn": 26,
                "source": "  - step: create an order"
              },
              "result": "failed",
              "assertions": [
                {
                  "verdict": "fails",
                  "subject": "$.total",
                  "expected": "19.98 ± 0.01",
                  "actual": "20.5",
                  "message": "expected 19.98 ± 0.01, got 20.5",
                  "place": {
                    "path": "scenarios/orders.scenario.yaml",
                    "line": 7,
                    "column": 18,
                    "endLine": 7,
                    "endColumn": 49,
                    "source": "        $.total: { approx: 19.98, within: 0.01 }"
                  },
                  "excerpt": "$.total in application/json, 15 bytes:  \"total\": 20.5 …"
                }
              ],
              "startedAt": "2025-01-02T03:04:05.250Z",
              "duration": 0.0125,
              "attemptCount": 1,
              "attempts": [
                {
                  "number": 1,
                  "result": "failed",
                  "startedAt": "2025-01-02T03:04:05.250Z",
                  "duration": 0.0125,
                  "exchange": {
                    "request": {
                      "method": "POST",
                      "url": "http://127.0.0.1:8080/orders",
                      "fields": [
                        [
                          "Accept",
                          "*/*"
                        ]
                      ],
                      "body": {
                        "text": "{}",
                        "count": 2,
                        "mediaType": "application/json",
                        "isCut": false
                      }
                    },
                    "response": {
                      "status": 201,
                      "reason": "Created",
                      "version": "1.1",
                      "fields": [
                        [
                          "Content-Type",
                          "application/json"
                        ]
                      ],
                      "body": {
                        "text": "{\"total\": 20.5}",
                        "count": 15,
                        "mediaType": "application/json",
                        "isCut": false
                      }
                    },
                    "timings": {
                      "nameLookup": 0.001,
                      "connect": 0.002,
                      "tls": 0,
                      "requestStart": 0.002,
                      "responseStart": 0.01,
                      "total": 0.012,
                      "reusedConnection": false
                    },
                    "address": "127.0.0.1"
                  },
                  "assertionCount": 2,
                  "assertions": [
                    {
                      "verdict": "fails",
                      "subject": "$.total",
                      "expected": "19.98 ± 0.01",
                      "actual": "20.5",
                      "message": "expected 19.98 ± 0.01, got 20.5",
                      "place": {
                        "path": "scenarios/orders.scenario.yaml",
                        "line": 7,
                        "column": 18,
                        "endLine": 7,
                        "endColumn": 49,
                        "source": "        $.total: { approx: 19.98, within: 0.01 }"
                      },
                      "excerpt": "$.total in application/json, 15 bytes:  \"total\": 20.5 …"
                    }
                  ]
                }
              ],
              "captures": [],
              "logs": []
            },
            {
              "index": 1,
              "phase": "steps",
              "name": "read it",
              "action": "POST",
              "place": {
                "path": "scenarios/orders.scenario.yaml",
                "line": 8,
                "column": 11,
                "endLine": 8,
                "endColumn": 18,
                "source": "  - step: read it"
              },
              "result": "skipped",
              "reason": "a step before it did not succeed",
              "startedAt": "2025-01-02T03:04:05.250Z",
              "duration": 0,
              "attemptCount": 0,
              "attempts": [],
              "captures": [],
              "logs": []
            }
          ],
          "outcome": "failed",
          "duration": 0.412,
          "isFinal": true
        }
      ]
    }

    """#
}
