import Glibc

extension XPathEvaluator {
  mutating func call(
    _ name: String,
    _ arguments: [XPathExpression],
    _ focus: Focus
  ) throws(XPathError) -> XPathValue {
    var values: [XPathValue] = []
    for argument in arguments { values.append(try evaluate(argument, focus)) }
    let first = values.first ?? .nodes([focus.node])
    switch name {
    case "last": return .number(Double(focus.size))
    case "position": return .number(Double(focus.position))
    case "true": return .truth(true)
    case "false": return .truth(false)
    case "boolean": return .truth(truth(first))
    case "not": return .truth(!truth(first))
    case "string": return .text(try text(first))
    case "number": return .number(try number(first))
    case "floor": return .number(Glibc.floor(try number(first)))
    case "ceiling": return .number(Glibc.ceil(try number(first)))
    case "round": return .number(XPathNumber.rounded(try number(first)))
    case "count": return .number(Double(try nodes(first, of: name).count))
    case "sum":
      var sum = 0.0
      for node in try nodes(first, of: name) { sum += try number(.nodes([node])) }
      return .number(sum)
    case "id": return .nodes(try identified(first))
    case "lang": return .truth(try isLanguage(text(first), at: focus.node))
    case "name", "local-name", "namespace-uri":
      return .text(nameText(name, of: try nodes(first, of: name).first))
    case "string-length":
      let text = try text(first)
      try spend(text.count / 8)
      return .number(Double(text.count { $0 & 0xC0 != 0x80 }))
    case "normalize-space": return .text(try spaced(text(first)))
    case "concat":
      var whole: [UInt8] = []
      for value in values {
        let part = try text(value)
        try spend(part.count / 8)
        guard whole.count + part.count <= Self.textLimit else {
          throw error(.limit, "a text is longer than \(Self.textLimit >> 20) MiB")
        }
        whole += part
      }
      return .text(whole[...])
    case "translate": return .text(try translated(text(first), text(values[1]), text(values[2])))
    case "substring":
      let start = XPathNumber.rounded(try number(values[1]))
      let length = values.count > 2 ? XPathNumber.rounded(try number(values[2])) : .infinity
      return .text(try part(of: text(first), from: start, to: start + length))
    case _: return try searched(name, text(first), text(values[1]))
    }
  }

  private mutating func searched(
    _ name: String,
    _ text: ArraySlice<UInt8>,
    _ part: ArraySlice<UInt8>
  ) throws(XPathError) -> XPathValue {
    try spend((text.count + part.count) / 2)
    if name == "starts-with" { return .truth(text.starts(with: part)) }
    let place = Self.place(of: part, in: text)
    switch name {
    case "contains": return .truth(place != nil)
    case "substring-before": return .text(place.map { text[..<$0] } ?? [])
    case _: return .text(place.map { text[($0 + part.count)...] } ?? [])
    }
  }

  /// Where a text is found, in time linear in both.
  private static func place(of part: ArraySlice<UInt8>, in text: ArraySlice<UInt8>) -> Int? {
    if part.isEmpty { return text.startIndex }
    guard part.count <= text.count else { return nil }
    // Of each beginning of the part the longest end that is a beginning, too (Knuth, Morris, Pratt).
    let part = Array(part)
    var borders = [0]
    borders.reserveCapacity(part.count)
    var length = 0
    for place in part.indices.dropFirst() {
      while length > 0, part[place] != part[length] { length = borders[length - 1] }
      if part[place] == part[length] { length += 1 }
      borders.append(length)
    }
    length = 0
    for place in text.indices {
      while length > 0, text[place] != part[length] { length = borders[length - 1] }
      if text[place] == part[length] { length += 1 }
      if length == part.count { return place + 1 - length }
    }
    return nil
  }

  private mutating func spaced(
    _ text: ArraySlice<UInt8>
  ) throws(XPathError) -> ArraySlice<UInt8> {
    try spend(text.count / 4)
    let isSpace: (UInt8) -> Bool = { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
    return Array(text.split(whereSeparator: isSpace).joined(separator: [0x20]))[...]
  }

  private mutating func translated(
    _ text: ArraySlice<UInt8>,
    _ from: ArraySlice<UInt8>,
    _ to: ArraySlice<UInt8>
  ) throws(XPathError) -> ArraySlice<UInt8> {
    try spend((text.count + from.count + to.count) / 2)
    let replacements = Array(String(decoding: to, as: UTF8.self).unicodeScalars)
    var map: [Unicode.Scalar: Unicode.Scalar?] = [:]
    for (place, scalar) in String(decoding: from, as: UTF8.self).unicodeScalars.enumerated()
    where map.index(forKey: scalar) == nil {
      map.updateValue(place < replacements.count ? replacements[place] : nil, forKey: scalar)
    }
    var result = String.UnicodeScalarView()
    for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
      if let kept = map[scalar, default: scalar] { result.append(kept) }
    }
    let bytes = Array(String(result).utf8)
    guard bytes.count <= Self.textLimit else {
      throw error(.limit, "a text is longer than \(Self.textLimit >> 20) MiB")
    }
    return bytes[...]
  }

  /// The characters whose positions from 1 are from `start` and before `end`.
  private mutating func part(
    of text: ArraySlice<UInt8>,
    from start: Double,
    to end: Double
  ) throws(XPathError) -> ArraySlice<UInt8> {
    try spend(text.count / 4)
    var position = 0.0
    var first: Int?
    var last = text.endIndex
    for place in text.indices where text[place] & 0xC0 != 0x80 {
      position += 1
      let isInside = position >= start && position < end
      if isInside, first == nil { first = place }
      if !isInside, first != nil {
        last = place
        break
      }
    }
    return first.map { text[$0..<last] } ?? []
  }

  private mutating func identified(_ value: XPathValue) throws(XPathError) -> [Int32] {
    var wanted: Set<ArraySlice<UInt8>> = []
    let texts: [XPathValue] =
      if case .nodes(let nodes) = value { nodes.map { .nodes([$0]) } } else { [value] }
    for text in texts {
      let text = try self.text(text)
      try spend(text.count / 4)
      for word in text.split(whereSeparator: { [0x20, 0x09, 0x0A, 0x0D].contains($0) }) {
        wanted.insert(word)
      }
    }
    // Of several elements with one identifier the first counts.
    var found: [Int32] = []
    for attribute in index.identifiers {
      try spend(1)
      if wanted.remove(index.value(of: attribute)) != nil {
        found.append(index.parents[Int(attribute)])
      }
    }
    return try ordered(found)
  }

  private mutating func isLanguage(
    _ wanted: ArraySlice<UInt8>,
    at node: Int32
  ) throws(XPathError) -> Bool {
    let space = index.number(ofName: "http://www.w3.org/XML/1998/namespace")
    let local = index.number(ofName: "lang")
    var place = node
    while place >= 0 {
      try spend(1)
      var attribute = place + 1
      while attribute < index.ends[Int(place)], index.kinds[Int(attribute)] == .attribute {
        try spend(1)
        if index.locals[Int(attribute)] == local, index.spaces[Int(attribute)] == space {
          let value = index.value(of: attribute)
          try spend(value.count + wanted.count)
          let language = String(decoding: value, as: UTF8.self).lowercased()
          let name = String(decoding: wanted, as: UTF8.self).lowercased()
          return language == name || language.hasPrefix(name + "-")
        }
        attribute += 1
      }
      place = index.parents[Int(place)]
    }
    return false
  }

  private func nameText(_ function: String, of node: Int32?) -> ArraySlice<UInt8> {
    guard let node = node.map(Int.init) else { return [] }
    let kind = index.kinds[node]
    let text: String
    switch function {
    case "namespace-uri":
      text = index.spaces[node] >= 0 ? index.spelled[Int(index.spaces[node])] : ""
    case "name" where kind == .element || kind == .attribute:
      text = unsafe XMLTree.qualifiedName(of: index.pointer(at: Int32(node)))
    case _: text = index.locals[node] >= 0 ? index.spelled[Int(index.locals[node])] : ""
    }
    return Array(text.utf8)[...]
  }
}
