import Documents

extension FunctionDefinition {
  static let lists = [
    FunctionDefinition(
      "concat",
      ["values…"],
      "Some texts as one text, or some lists as one list.",
      example: "concat([1], [2, 3])  # [1, 2, 3]",
      body: joined
    ),
    FunctionDefinition(
      "flatten",
      ["list"],
      "The list with the elements of each list in it, of one level, in that list's place.",
      example: "flatten([1, [2, [3]]])  # [1, 2, [3]]"
    ) { arguments throws(FunctionFailure) in
      var flat: [JSONValue] = []
      for item in try arguments.list(0) {
        let items = item.array ?? [item]
        guard flat.count + items.count <= FunctionArguments.largestList else {
          throw arguments.tooLong()
        }
        flat += items
      }
      return .array(flat)
    },
    FunctionDefinition(
      "filter",
      ["list", "condition"],
      "The elements of a list that meet a condition of JSONPath (what stands behind ? in [?…]); @ is the element.",
      example: "filter([1, 7], '@ > 5')  # [7]"
    ) { arguments throws(FunctionFailure) in
      let (list, text) = (try arguments.list(0), try arguments.text(1))
      do throws(JSONPathError) {
        return .array(try JSONPathCondition(parsing: text).holding(among: list))
      } catch {
        throw FunctionFailure("\"\(text)\": \(error)", argument: 1)
      }
    },
    FunctionDefinition(
      "map",
      ["list", "path"],
      "What a JSONPath finds in each element of a list, which is its $: the value of a singular path, which each element must have; of any other a list.",
      example: "map(response.json.lines, '$.sku')  # [\"ABC-1\"]"
    ) { arguments throws(FunctionFailure) in
      let (list, text) = (try arguments.list(0), try arguments.text(1))
      let path: JSONPath
      let found: [[JSONValue]]
      do throws(JSONPathError) {
        path = try JSONPath(parsing: text)
        found = try path.values(inEach: list)
      } catch {
        throw FunctionFailure("\"\(text)\": \(error)", argument: 1)
      }
      guard path.isSingular else { return .array(found.map { .array($0) }) }
      if let place = found.firstIndex(where: \.isEmpty) {
        throw FunctionFailure(
          "the element at index \(place) has no \(text)",
          argument: 0,
          hint: "leave such elements out with filter, or with jsonpath of the whole list"
        )
      }
      return .array(found.map { $0[0] })
    },
    FunctionDefinition(
      "count",
      ["list"],
      "The number of elements of a list, and of nothing else: the characters of a text are its length.",
      example: "count([1, 2])  # 2"
    ) { arguments throws(FunctionFailure) in
      .number(JSONNumber(try arguments.list(0).count))
    },
    FunctionDefinition(
      "first",
      ["list"],
      "The first element of a list, nothing for an empty one.",
      example: "first([1, 2])  # 1"
    ) { arguments throws(FunctionFailure) in try arguments.list(0).first },
    FunctionDefinition(
      "last",
      ["list"],
      "The last element of a list, nothing for an empty one.",
      example: "last([1, 2])  # 2"
    ) { arguments throws(FunctionFailure) in try arguments.list(0).last },
    FunctionDefinition(
      "unwrap",
      ["list"],
      "The element of a list that has only one, nothing for an empty list, and any other list as it is.",
      example: "unwrap([7])  # 7"
    ) { arguments throws(FunctionFailure) in
      let elements = try arguments.list(0)
      return elements.count > 1 ? .array(elements) : elements.first
    },
    FunctionDefinition(
      "nth",
      ["list", "index"],
      "An element of a list, counted from 0, or from the end by a negative index.",
      example: "nth(['a', 'b'], 1)  # \"b\""
    ) { arguments throws(FunctionFailure) in
      _ = try arguments.list(0)
      return arguments[0][try arguments.int(1)]
    },
    FunctionDefinition(
      "keys",
      ["object"],
      "The keys of an object in their order.",
      example: "keys(response.json)"
    ) { arguments throws(FunctionFailure) in
      guard let members = arguments[0].object else {
        throw arguments.unfit(0, wanted: "an object")
      }
      return .array(members.keys.map { .string($0) })
    },
    FunctionDefinition(
      "values",
      ["object"],
      "The values of an object in their order.",
      example: "values(response.json)"
    ) { arguments throws(FunctionFailure) in
      guard let members = arguments[0].object else {
        throw arguments.unfit(0, wanted: "an object")
      }
      return .array(members.values)
    },
    FunctionDefinition(
      "sort",
      ["list"],
      "The numbers or texts of a list in order, the least first.",
      example: "sort([3, 1, 2])  # [1, 2, 3]"
    ) { arguments throws(FunctionFailure) in .array(try sorted(arguments.list(0), arguments)) },
    FunctionDefinition(
      "reverse",
      ["list"],
      "The elements of a list, or the characters of a text, from the last to the first.",
      example: "reverse([1, 2])  # [2, 1]"
    ) { arguments throws(FunctionFailure) in
      if case .string(let text) = arguments[0] { return .string(String(text.reversed())) }
      return .array(try arguments.list(0).reversed())
    },
    FunctionDefinition(
      "unique",
      ["list"],
      "The elements of a list, each once, at its first place.",
      example: "unique([1, 2, 1])  # [1, 2]"
    ) { arguments throws(FunctionFailure) in
      var seen: Set<JSONValue> = []
      return .array(try arguments.list(0).filter { seen.insert($0).inserted })
    },
    FunctionDefinition(
      "range",
      ["first", "last"],
      "The whole numbers from one to another, both included.",
      example: "range(1, 3)  # [1, 2, 3]"
    ) { arguments throws(FunctionFailure) in
      let (first, last) = (try arguments.int(0), try arguments.int(1))
      guard first <= last else { return .array([]) }
      let (width, overflow) = last.subtractingReportingOverflow(first)
      guard !overflow, width < FunctionArguments.largestList else {
        throw FunctionFailure("range makes more than 10 million numbers", argument: 1)
      }
      return .array((first...last).map { .number(JSONNumber($0)) })
    },
    FunctionDefinition(
      "min",
      ["values…"],
      "The least of some numbers or texts, or of a list of them.",
      example: "min(3, 1)  # 1"
    ) { arguments throws(FunctionFailure) in
      try sorted(operands(arguments), arguments).first
    },
    FunctionDefinition(
      "max",
      ["values…"],
      "The greatest of some numbers or texts, or of a list of them.",
      example: "max([3, 1])  # 3"
    ) { arguments throws(FunctionFailure) in
      try sorted(operands(arguments), arguments).last
    },
    FunctionDefinition(
      "sum",
      ["list"],
      "The exact sum of a list of numbers.",
      example: "sum([0.1, 0.2])  # 0.3"
    ) { arguments throws(FunctionFailure) in
      var sum: JSONNumber = 0
      for item in try arguments.list(0) {
        guard let number = item.number else {
          throw FunctionFailure("sum wants numbers, got \(item.kindName)", argument: 0)
        }
        do throws(JSONArithmeticError) {
          sum = try sum.adding(number)
        } catch {
          throw FunctionFailure(error.message, argument: 0)
        }
      }
      return .number(sum)
    },
  ]

  /// `+` of two texts or two lists, which is `concat` in another spelling.
  static let plus = FunctionDefinition(
    "+",
    ["left", "right"],
    "Two texts as one text, or two lists as one list.",
    example: "'a' + 'b'  # \"ab\"",
    body: joined
  )

  @Sendable private static func joined(
    _ arguments: FunctionArguments
  ) throws(FunctionFailure) -> JSONValue? {
    if case .array = arguments[0] {
      var list: [JSONValue] = []
      for index in 0..<arguments.count {
        let items = try arguments.list(index)
        guard list.count + items.count <= FunctionArguments.largestList else {
          throw arguments.tooLong()
        }
        list += items
      }
      return .array(list)
    }
    var text = ""
    for index in 0..<arguments.count {
      let piece = try arguments.text(index)
      guard text.utf8.count + piece.utf8.count <= FunctionArguments.largestText else {
        throw FunctionFailure("\(arguments.function.name) makes a text of more than 64 MiB")
      }
      text += piece
    }
    return .string(text)
  }

  private static func operands(_ arguments: FunctionArguments) -> [JSONValue] {
    guard arguments.count == 1, let items = arguments[0].array else { return arguments.values }
    return items
  }

  private static func sorted(
    _ items: [JSONValue],
    _ arguments: FunctionArguments
  ) throws(FunctionFailure) -> [JSONValue] {
    let numbers = items.compactMap(\.number)
    if numbers.count == items.count { return numbers.sorted().map { .number($0) } }
    let texts = items.compactMap(\.string)
    guard texts.count == items.count else {
      throw FunctionFailure(
        "\(arguments.function.name) wants numbers only or texts only",
        argument: 0
      )
    }
    return texts.sorted { $0.precedesByCodePoints($1) }.map { .string($0) }
  }
}
