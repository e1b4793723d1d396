import Foundation
import TestSupport
import Testing

/// Scenarios made of OpenAPI documents by the real command.
@Suite(.timeLimit(.minutes(5))) struct ImportOpenAPITests {
  private static let documents = "\(ProjectPaths.root)/Tests/Fixtures/OpenAPI"

  private static func document(_ paths: String, _ more: String = "") -> String {
    """
    openapi: 3.1.0
    info: { title: Shop, version: "1" }
    paths:
    \(paths)
    \(more)
    """
  }

  /// A document of one POST with a body.
  private static func document(body schema: String) -> String {
    document(
      """
        /things:
          post:
            requestBody: { content: { application/json: { schema: \(schema) } } }
            responses: { "204": { description: done } }
      """
    )
  }

  /// Imports a document to `out` and checks what is written.
  private func imported(
    _ text: String,
    _ arguments: String...,
    name: String = "api.yaml"
  ) async throws -> (project: CommandProject, files: [String: String]) {
    let project = try CommandProject([name: text])
    let ending = try await project.run(["import", "openapi", name, "--into", "out"] + arguments)
    #expect(ending.status == 0, "\(ending.all)")
    var files: [String: String] = [:]
    for file in try FileManager.default.contentsOfDirectory(atPath: project.folder.path("out")) {
      files[file] = try project.folder.readText("out/\(file)")
    }
    let checked = try await project.run("check", "out")
    #expect(checked.status == 0, "\(checked.all)\n\(files)")
    return (project, files)
  }

  @Test func `scenarios of the demo API run and pass`() async throws {
    let text = try String(contentsOfFile: Self.documents + "/demo.openapi.yaml", encoding: .utf8)
    var (project, files) = try await imported(text)
    #expect(
      files.keys.sorted() == [
        "catalogue.scenario.yaml", "echoes.scenario.yaml", "orders.scenario.yaml",
        "people.scenario.yaml",
      ]
    )
    let server = try project.start("demo")
    defer { server.send(SIGTERM) }
    project.environment["BASE_URL"] = try await server.line(containing: "http://")
    project.environment["CURLEW_SECRET_BASIC_AUTH_USER"] = "ada"
    project.environment["CURLEW_SECRET_BASIC_AUTH_PASSWORD"] = "lovelace"
    let ending = try await project.run("run", "out", "--verbose", "--contract", "api.yaml")
    #expect(ending.status == 0, "\(ending.all)\n\(files)")
    // The order that was created is read, changed and deleted.
    let orders = try #require(files["orders.scenario.yaml"])
    #expect(orders.contains("orderId: { json: $.id }"), "\(orders)")
    #expect(orders.contains("GET: /orders/${orderId}"), "\(orders)")
    #expect(orders.contains("teardown:\n  - step: deleteOrder\n    DELETE: /orders/${orderId}"))
    let places = ["POST: /orders\n", "GET: /orders\n", "PATCH: ", "DELETE: "].map {
      orders.firstRange(of: $0)?.lowerBound
    }
    #expect(!places.contains(nil), "\(orders)")
    #expect(places.compactMap(\.self) == places.compactMap(\.self).sorted(), "\(orders)")
    #expect(ending.all.contains("4 passed"), "\(ending.all)")
  }

  @Test func `a document of FastAPI becomes scenarios`() async throws {
    let path = Self.documents + "/fastapi.openapi.json"
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let (_, files) = try await imported(text, name: "library.json")
    let books = try #require(files["books.scenario.yaml"])
    #expect(books.contains("bookId: { json: $.id }") || books.contains("book_id: { json: $.id }"))
    #expect(books.contains("auth: { bearer: \"${secret.OAUTH2_PASSWORD_BEARER}\" }"), "\(books)")
    #expect(books.contains("--secret NAME=value"), "\(books)")
    #expect(books.contains("isbn: 000-0000000000"), "\(books)")
    #expect(books.contains("kind: paper"), "\(books)")
    // A pattern that is not simple asks for a value.
    #expect(books.contains("# a value that matches ^(?!X)[A-Z]{2}$\n  shelf: shelf"), "\(books)")
    #expect(books.contains("shelf: \"${shelf}\""), "\(books)")
    // Another tag needs a book, which it makes and deletes itself.
    let loans = try #require(files["loans.scenario.yaml"])
    let setup = try #require(loans.firstRange(of: "setup:")?.lowerBound)
    let steps = try #require(loans.firstRange(of: "\nsteps:")?.lowerBound)
    let teardown = try #require(loans.firstRange(of: "\nteardown:")?.lowerBound)
    #expect(loans[setup..<steps].contains("POST: /books/"), "\(loans)")
    #expect(loans[steps..<teardown].contains("/loans"), "\(loans)")
    #expect(loans[teardown...].contains("DELETE: /books/${"), "\(loans)")
    let token = try #require(files["token.scenario.yaml"])
    #expect(token.contains("form:") && token.contains("username: username"), "\(token)")
    let covers = try #require(files["covers.scenario.yaml"])
    #expect(covers.contains("name: file"), "\(covers)")
    #expect(covers.contains("type: application/octet-stream"), "\(covers)")
  }

  @Test func `the same document always gives the same text`() async throws {
    let text = try String(contentsOfFile: Self.documents + "/demo.openapi.yaml", encoding: .utf8)
    let first = try await imported(text).files
    #expect(try await imported(text).files == first)
  }

  @Test(
    .enabled(if: ProjectPaths.conformance != nil, "there is no ../shared/conformance"),
    arguments: [
      "examples/3.0", "examples/3.1", "examples/3.2", "3.0/pass", "3.1/pass", "3.2/pass",
    ]
  )
  func `what is written for the public documents passes the check`(part: String) async throws {
    let folder = try #require(ProjectPaths.conformance) + "/openapi/" + part
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
      .filter { $0.hasSuffix(".yaml") || $0.hasSuffix(".json") }.sorted()
    #expect(!names.isEmpty)
    let project = try CommandProject()
    var count = 0
    for name in names {
      let into = "out/\(name.replacing(".", with: "-"))"
      let ending = try await project.run("import", "openapi", "\(folder)/\(name)", "--into", into)
      let hasNone = ending.errors.contains("has no operations to import")
      #expect(ending.status == (hasNone ? 2 : 0), "\(name): \(ending.all)")
      if ending.status == 0 { count += 1 }
    }
    // Some documents describe components or webhooks alone.
    #expect(count > 0)
    let checked = try await project.run("check", "out")
    #expect(checked.status == 0, "\(checked.all)")
  }

  @Test func `ids follow Link Objects`() async throws {
    let (_, files) = try await imported(
      Self.document(
        """
          /login:
            post:
              operationId: login
              tags: [all]
              responses:
                "200":
                  description: ok
                  content: { application/json: { schema: { type: object } } }
                  links:
                    mine:
                      operationId: profile
                      parameters: { user: $response.body#/who/name, X-Trace: $response.header.X-Id }
          /users/{user}:
            get:
              operationId: profile
              tags: [all]
              parameters:
                - { name: user, in: path, required: true, schema: { type: string } }
                - { name: X-Trace, in: header, schema: { type: string } }
              responses: { "200": { description: ok } }
        """
      )
    )
    let text = try #require(files["all.scenario.yaml"])
    #expect(text.contains("user: { json: $.who.name }"), "\(text)")
    #expect(text.contains("{ header: X-Id }"), "\(text)")
    #expect(text.contains("GET: /users/${user}"), "\(text)")
    #expect(text.contains("X-Trace: \"${XTrace}\""), "\(text)")
  }

  @Test(arguments: [
    ("{ type: integer, minimum: 5, multipleOf: 4 }", "json: 8"),
    ("{ type: number, exclusiveMinimum: 0, exclusiveMaximum: 1 }", "json: 0.5"),
    ("{ type: string, format: uuid }", "json: 123e4567-e89b-42d3-a456-426614174000"),
    ("{ type: string, pattern: '^[A-Z]{3}-[0-9]{2}$' }", "json: AAA-00"),
    ("{ type: string, pattern: '^(ab|cd)+x?$', minLength: 5 }", "json: ababx"),
    ("{ type: string, pattern: '^\\x41\\u0042\\p{Lu}\\p{Ll}\\p{N}$' }", "json: ABAa0"),
    ("{ type: string, pattern: '^[\\d\\s]+[^\\d]\\D\\W\\S\\t$' }", "json: \"0aa-a\\t\""),
    ("{ type: string, pattern: '^\\xZZ$' }", "json: ${"),
    ("{ type: string, pattern: '^[[:alpha:]]{3}$' }", "json: ${"),
    ("{ type: string, format: byte, minLength: 6, maxLength: 9 }", "json: Y3VybGV3"),
    ("{ type: string, format: byte, minLength: 5, maxLength: 7 }", "json: ${"),
    (
      "{ type: string, format: email, minLength: 20 }", "json: aaaaaaaaaaaaaaa@b.co"
    ),
    ("{ type: string, format: uri, minLength: 30 }", "json: https://example.org/aaaaaaaaaa"),
    ("{ type: string, format: uri-reference, minLength: 4, maxLength: 4 }", "json: /aaa"),
    ("{ type: string, format: password, minLength: 12 }", "json: xxxxxxxxxxxx"),
    ("{ type: string, format: byte, minLength: 17, maxLength: 21 }", "json: AAAAAAAAAAAAAAAAAAAA"),
    ("{ type: string, minLength: 6 }", "json: textxx"),
    ("{ type: [\"null\", boolean] }", "json: true"),
    ("{ const: 7 }", "json: 7"),
    ("{ enum: [b, a] }", "json: b"),
    ("{ type: object, minProperties: 2 }", "json: { name1: name1, name2: name2 }"),
    (
      "{ type: object, required: [name1], minProperties: 2, properties: { name1: { const: x } } }",
      "json: { name1: x, name2: name2 }"
    ),
    ("{ type: array, minItems: 2, uniqueItems: true, items: { type: integer } }", "json: [1, 2]"),
    ("{ type: string, default: \"${secret.X}\" }", "json: $${secret.X}"),
    ("{ oneOf: [{ type: \"null\" }, { type: integer, minimum: 3 }] }", "json: 3"),
    (
      "{ allOf: [{ required: [a], properties: { a: { type: integer } } }, { required: [b], "
        + "properties: { b: { type: string, readOnly: true }, a: { minimum: 9 } } }] }",
      "json: { a: 9 }"
    ),
  ])
  func `bodies are made of schemas`(schema: String, expected: String) async throws {
    let text = try #require(
      try await imported(Self.document(body: schema)).files["things.scenario.yaml"]
    )
    #expect(text.contains(expected), "\(text)")
  }

  @Test func `a body whose schema the document lacks has a comment that says so`() async throws {
    let document = Self.document(body: "{ $ref: '#/components/schemas/Gone' }")
    let text = try #require(try await imported(document).files["things.scenario.yaml"])
    #expect(text.contains("# body: the document lacks its schema"), "\(text)")
    #expect(text.contains("json: text"), "\(text)")
  }

  @Test(arguments: [
    ("{ type: integer, minimum: 3, exclusiveMinimum: true, maximum: 4 }", "json: 4"),
    ("{ type: integer, maximum: 0, exclusiveMaximum: true }", "json: -1"),
    ("{ type: integer, minimum: 7, exclusiveMinimum: false, nullable: true }", "json: 7"),
    ("{ nullable: true, enum: [b] }", "json: b"),
  ])
  func `bodies are made of schemas of OpenAPI 3.0`(schema: String, expected: String) async throws {
    let document = Self.document(body: schema).replacing("openapi: 3.1.0", with: "openapi: 3.0.3")
    let text = try #require(try await imported(document).files["things.scenario.yaml"])
    #expect(text.contains(expected), "\(text)")
  }

  @Test(arguments: [
    ("application/xml: { example: <a/> }", ["Content-Type: application/xml", "xml: \"<a/>\""]),
    ("text/a+xml: { example: <a/> }", ["Content-Type: text/a+xml", "text: \"<a/>\""]),
    ("text/xml: { schema: {} }", ["# no body is sent: the document has no example of text/xml"]),
    ("text/*: { example: hey }", ["Content-Type: text/plain", "text: hey"]),
    ("image/*: { schema: { type: string, format: binary } }", ["Content-Type: image/png"]),
    ("audio/*: { schema: { type: string, format: binary } }", ["Content-Type: audio/mpeg"]),
    ("video/*: { schema: { type: string, format: binary } }", ["Content-Type: video/mp4"]),
    ("font/*: { schema: { type: string, format: binary } }", ["Content-Type: font/woff2"]),
  ])
  func `a body has a type that the document names`(media: String, expected: [String]) async throws {
    let document = Self.document(
      """
        /things:
          post:
            requestBody: { content: { \(media) } }
            responses: { "200": { description: done } }
      """
    )
    let (project, files) = try await imported(document)
    let text = try #require(files["things.scenario.yaml"])
    for part in expected { #expect(text.contains(part), "\(text)") }
    // What is sent keeps the contract that it was made of.
    let server = try await FixtureServer.start { _ in .status(200) }
    var run = project
    run.environment["BASE_URL"] = server.url
    let ending = try await run.run("run", "--contract", "api.yaml", "out")
    #expect(ending.status == 0 && !ending.all.contains("warning"), "\(ending.all)")
    await server.stop()
  }

  @Test(arguments: [
    ("{ type: object, additionalProperties: { type: string } }", "form: { name1: name1 }"),
    ("{ type: object, maxProperties: 0 }", "form: {}"),
    ("{ type: object, properties: { a: { type: integer } } }", "form: { a: 1 }"),
  ])
  func `a form has a field where it may`(schema: String, expected: String) async throws {
    let content = "{ application/x-www-form-urlencoded: { schema: \(schema) } }"
    let (_, files) = try await imported(
      Self.document(
        """
          /things:
            post:
              requestBody: { required: true, content: \(content) }
              responses: { "204": { description: done } }
        """
      )
    )
    let text = try #require(files["things.scenario.yaml"])
    #expect(text.contains(expected), "\(text)")
  }

  @Test(arguments: [
    ("mapping: { cat: Cat, dog: \"#/components/schemas/Dog\" }", "Pet", "kind: cat, name: name"),
    ("", "Pet", "kind: Cat, name: name"),
    ("mapping: { dog: Dog }", "Dog", "kind: dog, name: name, breed: breed"),
    ("", "Puppy", "kind: Puppy, name: name, breed: breed, age: 1"),
  ])
  func `a parent's body is that of a child, which its discriminator names`(
    mapping: String,
    schema: String,
    body: String
  ) async throws {
    let (_, files) = try await imported(
      Self.document(
        """
          /pets:
            post:
              requestBody:
                content: { application/json: { schema: { $ref: "#/components/schemas/\(schema)" } } }
              responses: { "204": { description: done } }
        """,
        """
        components:
          schemas:
            Pet:
              type: object
              required: [kind, name]
              discriminator: { propertyName: kind, \(mapping) }
              properties: { kind: { type: string }, name: { type: string } }
            Cat: { allOf: [{ $ref: "#/components/schemas/Pet" }] }
            Dog:
              allOf:
                - $ref: "#/components/schemas/Pet"
                - { type: object, required: [breed], properties: { breed: { type: string } } }
            Puppy:
              allOf:
                - $ref: "#/components/schemas/Dog"
                - { type: object, required: [age], properties: { age: { type: integer, minimum: 1 } } }
        """
      )
    )
    let text = try #require(files["pets.scenario.yaml"])
    #expect(text.contains("json: { \(body) }"), "\(text)")
    #expect(!text.contains("does not take"), "\(text)")
  }

  @Test func `recursive schemas end`() async throws {
    let (_, files) = try await imported(
      Self.document(
        """
          /things:
            post:
              requestBody:
                content: { application/json: { schema: { $ref: "#/components/schemas/Node" } } }
              responses: { "204": { description: done } }
            put:
              requestBody:
                content: { application/json: { schema: { $ref: "#/components/schemas/Endless" } } }
              responses: { "204": { description: done } }
        """,
        """
        components:
          schemas:
            Node:
              type: object
              required: [name, children]
              properties:
                name: { type: string }
                children: { type: array, items: { $ref: "#/components/schemas/Node" } }
            Endless:
              type: object
              required: [next]
              properties: { next: { $ref: "#/components/schemas/Endless" } }
        """
      )
    )
    let text = try #require(files["things.scenario.yaml"])
    #expect(text.contains("name: name"), "\(text)")
    #expect(text.contains("# no body is sent: its schema is too deep"), "\(text)")
  }

  @Test(arguments: [
    ("style: form, explode: false", "query", "GET: /things?ids=3,4"),
    ("style: form, explode: true", "query", "GET: /things?ids=3&ids=4"),
    ("style: pipeDelimited, explode: false", "query", "GET: /things?ids=3%7C4"),
    ("style: simple", "header", "ids: \"3,4\""),
  ])
  func `lists are written in the style of their parameter`(
    style: String,
    location: String,
    expected: String
  ) async throws {
    let (_, files) = try await imported(
      Self.document(
        """
          /things:
            get:
              parameters:
                - { name: ids, in: \(location), required: true, \(style), example: [3, 4],
                    schema: { type: array, items: { type: integer } } }
              responses: { "200": { description: ok } }
        """
      )
    )
    let text = try #require(files["things.scenario.yaml"])
    #expect(text.contains(expected), "\(text)")
  }

  @Test func `hostile names and values are harmless`() async throws {
    let long = String(repeating: "x", count: 5_000)
    let (project, files) = try await imported(
      Self.document(
        """
          /a/${env.HOME}/{id}:
            get:
              summary: "line\\nbreak \\e[31m ${secret.X} # not a comment"
              operationId: "\(long)"
              tags: ["../../x"]
              parameters:
                - { name: id, in: path, required: true, schema: { type: string }, example: "../${env.HOME}?x#y" }
                - { name: "q\\n- b", in: query, required: true, schema: { type: string }, example: "a\\nb" }
                - { name: "X-A", in: header, required: true, schema: { type: string }, example: "a\\r\\nEvil: 1" }
                - { name: "c;d", in: cookie, required: true, schema: { type: string }, example: d }
                - { name: env, in: query, required: true, schema: { type: string, pattern: "(?=x)y" } }
              responses: { "200": { description: ok, content: { "no type": {} } } }
          /$/{long}:
            get:
              tags: ["\(long)"]
              parameters:
                - { name: long, in: path, required: true, schema: { type: string, pattern: "(?=x)y" } }
              responses: { "200": { description: ok } }
          /b:
            get: { tags: ["\\0\\u202e"], responses: { "200": { description: ok } } }
          /c:
            get: { tags: ["X"], responses: { "200": { description: ok } } }
          /d:
            get: { tags: ["x"], responses: { "200": { description: ok } } }
        """
      )
    )
    #expect(files.count == 5, "\(files.keys)")
    #expect(files.keys.allSatisfy { $0.utf8.count < 120 && !$0.hasPrefix(".") }, "\(files.keys)")
    #expect(Set(files.keys).isSuperset(of: ["x.scenario.yaml", "x-2.scenario.yaml"]))
    #expect(try FileManager.default.contentsOfDirectory(atPath: project.folder.path).count == 2)
    let all = files.values.joined()
    #expect(all.contains("left out, it cannot be sent: c;d"), "\(all)")
    for text in files.values {
      #expect(!text.contains("${env.HOME}") || text.contains("$${env.HOME}"), "\(text)")
      #expect(!text.contains("\u{1B}") && !text.contains("Evil: 1\n"), "\(text)")
    }
  }

  @Test func `a document with mistakes is reported with places`() async throws {
    let project = try CommandProject([
      "bad.yaml": Self.document("  /a:\n    get:\n      respones: {}\n"), "no.yaml": "- 1\n",
      "empty.yaml": "openapi: 3.1.0\ninfo: { title: a, version: b }\npaths: {}\n",
    ])
    let ending = try await project.run("import", "openapi", "bad.yaml", "--into", "out")
    #expect(ending.status == 2 && ending.errors.contains("bad.yaml:6:7"), "\(ending.all)")
    for (name, message) in [
      ("no.yaml", "no.yaml:1"), ("none.yaml", "none.yaml"),
      ("empty.yaml", "empty.yaml has no operations to import"),
    ] {
      let ending = try await project.run("import", "openapi", name, "--into", "out")
      #expect(ending.status == 2 && ending.errors.contains(message), "\(ending.all)")
    }
    #expect(!FileManager.default.fileExists(atPath: project.folder.path("out")))
  }

  @Test func `operations are chosen by name, and a near name is suggested`() async throws {
    let text = try String(contentsOfFile: Self.documents + "/demo.openapi.yaml", encoding: .utf8)
    let (project, files) = try await imported(
      text,
      "--operation",
      "getOrder",
      "--operation",
      "GET /catalogue/{sku}"
    )
    #expect(files.keys.sorted() == ["catalogue.scenario.yaml", "orders.scenario.yaml"])
    let orders = try #require(files["orders.scenario.yaml"])
    #expect(orders.contains("setup:") && orders.contains("POST: /orders"), "\(orders)")
    #expect(orders.contains("DELETE: /orders/${orderId}") && !orders.contains("PATCH"))
    let ending = try await project.run(
      "import",
      "openapi",
      "api.yaml",
      "--operation",
      "getOrdr",
      "--into",
      "more"
    )
    #expect(ending.status == 2, "\(ending.all)")
    #expect(ending.errors.contains("did you mean \"getOrder\"?"), "\(ending.all)")
    #expect(!FileManager.default.fileExists(atPath: project.folder.path("more")))
  }

  @Test func `nothing is overwritten without force`() async throws {
    let text = try String(contentsOfFile: Self.documents + "/demo.openapi.yaml", encoding: .utf8)
    let project = try CommandProject(["api.yaml": text, "out/orders.scenario.yaml": "mine"])
    let refused = try await project.run("import", "openapi", "api.yaml", "--into", "out")
    #expect(refused.status == 2, "\(refused.all)")
    #expect(refused.errors.contains("out/orders.scenario.yaml is there already"), "\(refused.all)")
    #expect(try project.folder.readText("out/orders.scenario.yaml") == "mine")
    let forced = try await project.run("import", "openapi", "api.yaml", "--into", "out", "--force")
    #expect(forced.status == 0, "\(forced.all)")
    #expect(try project.folder.readText("out/orders.scenario.yaml").hasPrefix("# Made of"))
    let printed = try await project.run("import", "openapi", "api.yaml")
    #expect(printed.status == 2 && printed.errors.contains("--into"), "\(printed.all)")
  }

  @Test func `the base of the project is used`() async throws {
    let text = Self.document("  /a:\n    get: { responses: { \"200\": { description: ok } } }\n")
    let project = try CommandProject([
      "api.yaml": "servers: [{ url: https://shop.example/v1 }]\n" + text,
      "curlew.yaml": "base: http://127.0.0.1:1\n",
    ])
    let ending = try await project.run("import", "openapi", "api.yaml")
    #expect(ending.status == 0, "\(ending.all)")
    #expect(!ending.output.contains("base:"), "\(ending.output)")
    #expect(ending.output.contains("GET: /v1/a"), "\(ending.output)")
  }

  @Test(arguments: [
    ("{ type: http, scheme: bearer }", "auth: { bearer: \"${secret.KEY}\" }"),
    (
      "{ type: http, scheme: basic }",
      "auth: { basic: { user: \"${secret.KEY_USER}\", password: \"${secret.KEY_PASSWORD}\" } }"
    ),
    ("{ type: apiKey, in: header, name: X-Key }", "headers: { X-Key: \"${secret.KEY}\" }"),
    ("{ type: apiKey, in: query, name: k }", "query: { k: \"${secret.KEY}\" }"),
    ("{ type: apiKey, in: cookie, name: k }", "cookies: { k: \"${secret.KEY}\" }"),
    ("{ type: mutualTLS }", "# key asks for a client certificate"),
  ])
  func `credentials are secrets`(scheme: String, expected: String) async throws {
    let (_, files) = try await imported(
      Self.document(
        "  /a:\n    get: { responses: { \"200\": { description: ok } } }\n",
        "security: [{ key: [] }]\ncomponents: { securitySchemes: { key: \(scheme) } }\n"
      )
    )
    let text = try #require(files["a.scenario.yaml"])
    #expect(text.contains(expected), "\(text)")
  }
}
