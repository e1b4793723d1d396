import Documents

/// Answers that take their time or come only after some attempts.
enum TimingRoutes {
  static let all = [
    Route("*", "/slow", "Answers after ?ms=1000", slow),
    Route("GET", "/drip", "A body in pieces: ?pieces=5&ms=50", drip),
    Route("GET", "/flaky", "503 so many times for each key, then 200: ?key=K&fail=2", flaky),
    Route("POST", "/jobs", "Starts a job that is done after ?polls=3 readings", start),
    Route("GET", "/jobs/{id}", "How far a job is", job),
    Route("GET", "/counter/{key}", "A counter") { call throws(Problem) in
      try count(call, adding: 0)
    },
    Route("POST", "/counter/{key}", "Adds one to a counter") { call throws(Problem) in
      try count(call, adding: 1)
    },
    Route("DELETE", "/counter/{key}", "Sets a counter back") { call in
      call.state.counters[call.parameter("key")] = nil
      return .empty()
    },
  ]

  @Sendable private static func slow(_ call: Call) throws(Problem) -> HTTPResponse {
    let milliseconds = try call.integer("ms", default: 1000, in: 0...60_000)
    var response = HTTPResponse.json(["waited": .integer(milliseconds)])
    response.delay = milliseconds
    return response
  }

  @Sendable private static func drip(_ call: Call) throws(Problem) -> HTTPResponse {
    let count = try call.integer("pieces", default: 5, in: 1...1000)
    let milliseconds = try call.integer("ms", default: 50, in: 0...60_000)
    var response = HTTPResponse.text("")
    let pieces = (1...count).map { Array("piece \($0)\n".utf8) }
    response.body = .pieces(pieces, milliseconds: milliseconds)
    return response
  }

  @Sendable private static func flaky(_ call: Call) throws(Problem) -> HTTPResponse {
    let failures = try call.integer("fail", default: 2, in: 0...1000)
    let key = try Call.key(call.query("key") ?? "", named: "key")
    let attempt = (call.state.attempts[key] ?? 0) + 1
    call.state.attempts[key] = attempt
    guard attempt > failures else {
      let detail = "attempt \(attempt), good from \(failures + 1) on"
      throw Problem(503, detail, headers: [("Retry-After", "0")])
    }
    return .json(["key": .string(key), "attempt": .integer(attempt)])
  }

  @Sendable private static func start(_ call: Call) throws(Problem) -> HTTPResponse {
    let polls = try call.integer("polls", default: 3, in: 0...1000)
    let job = DemoState.Job(id: call.state.identifiers.uuid(), polls: polls)
    call.state.jobs[job.id] = job
    return describe(job, status: 202).with("Location", "/jobs/\(job.id)")
  }

  @Sendable private static func job(_ call: Call) throws(Problem) -> HTTPResponse {
    guard var job = call.state.jobs[call.parameter("id")] else {
      throw Problem(404, "no job \(call.parameter("id"))")
    }
    job.readings += 1
    call.state.jobs[job.id] = job
    return describe(job)
  }

  private static func describe(_ job: DemoState.Job, status: Int = 200) -> HTTPResponse {
    let isDone = job.readings > job.polls
    let progress = isDone ? 100 : job.readings * 100 / (job.polls + 1)
    var body: JSONObject = [
      "id": .string(job.id), "state": isDone ? "done" : "running", "progress": .integer(progress),
    ]
    if isDone { body["result"] = 42 }
    return .json(.object(body), status: status)
  }

  private static func count(_ call: Call, adding number: Int) throws(Problem) -> HTTPResponse {
    let key = try Call.key(call.parameter("key"), named: "key")
    let value = (call.state.counters[key] ?? 0) + number
    if number != 0 { call.state.counters[key] = value }
    return .json(["key": .string(key), "value": .integer(value)])
  }
}
