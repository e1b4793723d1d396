extension Subject {
  /// What it costs to check every exchange against a contract.
  static let contract = Subject(
    name: "contract",
    summary:
      "Contracts: 1 000 files checked against a document of 200 operations, against the same run without"
  ) { options in
    let folder = try WorkFolder()
    let server = try NginxServer(folder)
    let curlew = try CurlewCommand.found(options)
    let suite = folder.folder("suite")
    _ = folder.folder("one")
    for number in 0..<1_000 {
      let text = ScenarioText.scenario("file \(number)", url: server.url, steps: 2)
      try folder.write(text, to: "suite/\(number).scenario.yaml")
    }
    let small = try folder.write(document(operations: 200), to: "api.openapi.yaml")
    let large = try folder.write(document(operations: 3_000), to: "large.openapi.yaml")
    let plain = [curlew, "run", "--quiet", suite]
    let checked = plain + ["--contract", small, "--allow-files", folder.path]
    var pairs: [(without: CommandFigures, with: CommandFigures)] = []
    for round in 0...min(7, options.runs) {
      let without = try MeasuredCommand.run(plain)
      let with = try MeasuredCommand.run(checked)
      // The first round warms the caches of files.
      if round > 0 { pairs.append((without, with)) }
    }
    let one = try folder.write(
      ScenarioText.scenario("one", url: server.url, steps: 1),
      to: "one/one.scenario.yaml"
    )
    let words = [curlew, "run", "--quiet", one, "--contract", large, "--allow-files", folder.path]
    var reading: [CommandFigures] = []
    for _ in 0..<min(5, options.runs) { reading.append(try MeasuredCommand.run(words)) }
    let before = Measurement.median(pairs.map(\.without.wall))
    let after = Measurement.median(pairs.map(\.with.wall))
    return [
      Measurement(
        name: "1 000 files with a contract against none",
        value: Measurement.median(pairs.map { $0.with.wall / $0.without.wall }),
        limit: .atMost(1.3),
        detail: "\(Measurement.text(before)) s without, \(Measurement.text(after)) s with"
      ),
      Measurement(
        name: "a run with a document of 3 000 operations",
        value: Measurement.median(reading.map(\.wall)),
        unit: "s",
        limit: .atMost(1)
      ),
      Measurement(
        name: "its memory",
        value: Measurement.median(reading.map(\.memory)),
        unit: "MiB",
        limit: .atMost(100)
      ),
    ]
  }

  /// A document whose first operation is what nginx answers, the others as large as in real documents.
  private static func document(operations: Int) -> String {
    var text = """
      openapi: 3.1.0
      info: { title: Benchmark, version: "1" }
      paths:
        /:
          get:
            operationId: probe
            responses:
              "200":
                description: The answer of every request.
                content:
                  application/json: { schema: { $ref: "#/components/schemas/Probe" } }

      """
    for number in 1..<operations {
      text += """
          /things/\(number)/{id}:
            get:
              operationId: getThing\(number)
              parameters:
                - { name: id, in: path, required: true, schema: { type: string } }
                - { name: page, in: query, schema: { type: integer, minimum: 1 } }
                - { name: sort, in: query, schema: { enum: [name, created, updated] } }
              responses:
                "200":
                  description: A thing.
                  content:
                    application/json: { schema: { $ref: "#/components/schemas/Thing\(number)" } }
                "404":
                  description: There is none.
                  content:
                    application/problem+json: { schema: { $ref: "#/components/schemas/Problem" } }

        """
    }
    text += """
      components:
        schemas:
          Problem:
            type: object
            properties: { title: { type: string }, status: { type: integer } }
          Probe:
            type: object
            required: [id, name, items, nested]
            properties:
              id: { type: integer }
              name: { type: string }
              items: { type: array, items: {} }
              nested: { type: object }

      """
    for number in 1..<operations {
      text += """
            Thing\(number):
              type: object
              required: [id, name, created]
              properties:
                id: { type: string, format: uuid }
                name: { type: string, minLength: 1, maxLength: 200 }
                created: { type: string, format: date-time }
                state: { enum: [open, closed] }
                price: { type: number, minimum: 0 }
                tags: { type: array, items: { type: string } }

        """
    }
    return text
  }
}
