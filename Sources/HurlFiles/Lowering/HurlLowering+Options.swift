import Diagnostics
import Documents
import Files
import Scenarios

extension HurlLowering {
  /// Takes over what a row of `[Options]` says.
  mutating func read(_ row: HurlOption, into options: inout EntryOptions) {
    let name = row.name.value
    switch name {
    case .variable: readVariable(row, into: &options)
    case .header: readHeader(row, into: &options)
    case .skip, .location, .insecure, .compressed, .pathAsIs: readSwitch(row, into: &options)
    case .locationTrusted, .netrc, .netrcOptional, .http10, .http11, .http2, .http2PriorKnowledge,
      .http3, .ipv4, .ipv6, .ntlm, .negotiate, .digest, .noJSONPathCoercion:
      readLiteralSwitch(row, into: &options)
    case .repeat, .retry, .maxRedirects, .limitRate: readCount(row, into: &options)
    case .delay, .maxTime, .connectTimeout, .retryInterval: readDuration(row, into: &options)
    case .output, .caCertificate, .certificate, .key: readFile(row, into: &options)
    case .awsSigV4, .connectTo, .netrcFile, .noHeader, .pinnedPublicKey, .proxy, .resolve,
      .unixSocket, .user:
      readText(row, into: &options)
    // What is shown is up to the reports.
    case .verbose, .veryVerbose, .verbosity, .failWithBody: break
    }
  }

  private mutating func readVariable(_ row: HurlOption, into options: inout EntryOptions) {
    guard case .variable(let variable) = row.value else { return }
    let range = variable.value.range
    let value: ScenarioNode =
      switch variable.value.value {
      case .null: ScenarioNode(.value(.null), at: range)
      case .boolean(let bool): .bool(bool, at: range)
      case .number(let number): self.number(number, at: range)
      case .text(let text): strictText(text)
      }
    let target = target(variable.name)
    knownTexts[target] = knownText(variable.value.value)
    captured[target] = .init(kind: .optional)
    let name = ScenarioNode.text(target, at: variable.name.range)
    let set = ScenarioNode.map([.init(name, value)], at: variable.range)
    options.sets.append(.map([.init("set", set, at: row.name.range)], at: row.range))
  }

  /// A number as it is spelled.
  func number(_ number: String, at range: SourceRange) -> ScenarioNode {
    guard let value = JSONNumber(parsing: number) else { return .text(number, at: range) }
    return ScenarioNode(.value(.number(value)), at: range)
  }

  private mutating func readHeader(_ row: HurlOption, into options: inout EntryOptions) {
    guard case .text(let text) = row.value, var (name, value) = split(text, at: ":") else {
      error("header needs a name and a value", at: row.range, hint: "as in header: Name: value")
      return
    }
    if case .text(var first)? = value.parts.first {
      first.value = String(first.value.drop { $0 == " " || $0 == "\t" })
      value.parts[0] = .text(first)
    }
    name.range = row.range
    options.headers.append(HurlField(name: name, value: value, range: row.range))
  }

  /// What is true or false, or a placeholder.
  private mutating func readSwitch(_ row: HurlOption, into options: inout EntryOptions) {
    let value: ScenarioNode
    switch row.value {
    case .boolean(let bool): value = .bool(bool.value, at: bool.range)
    case .placeholder(let placeholder): value = self.value(placeholder)
    case .integer, .duration, .text, .file, .variable: return
    }
    switch row.name.value {
    case .skip:
      if case .template(let text) = value.content {
        options.when = .expression("!(\(text.dropFirst(2).dropLast()))", at: value.range)
      } else if case .value(.bool(let skips)) = value.content {
        options.when = skips ? .bool(false, at: value.range) : nil
      }
    case .location: options.follows = value
    case .insecure: options.setTLS("insecure", value)
    case .pathAsIs: options.set("path-as-is", value)
    case _: options.set("compressed", compressed(value))
    }
  }

  /// Asked for or not, a coding is decoded.
  private func compressed(_ value: ScenarioNode) -> ScenarioNode {
    switch value.content {
    case .value(.bool(false)): .text("decode", at: value.range)
    case .template(let text):
      .expression("if(\(text.dropFirst(2).dropLast()), true, 'decode')", at: value.range)
    case .value, .spelled, .list, .map: value
    }
  }

  /// What is true or false in the file itself.
  private mutating func readLiteralSwitch(_ row: HurlOption, into options: inout EntryOptions) {
    guard case .boolean(let value) = row.value else {
      return unsupported("a placeholder as value of \(row.name.value.rawValue)", at: row.range)
    }
    let (isOn, place) = (value.value, row.range)
    func version(_ on: String, _ off: String?) {
      if let text = isOn ? on : off { options.set("http", .text(text, at: place)) }
    }
    switch row.name.value {
    case .http10: version("1.0", nil)
    case .http11: version("1.1", "1.0")
    case .http2: version("2", "1.1")
    case .http2PriorKnowledge: version("2-prior-knowledge", nil)
    case .http3: version("3", "2")
    case .ipv4: options.set("ip", isOn ? .text("4", at: place) : nil)
    case .ipv6: options.set("ip", isOn ? .text("6", at: place) : nil)
    case .locationTrusted:
      options.follows = .bool(isOn, at: value.range)
      options.set("redirect-credentials", isOn ? .text("any", at: place) : nil)
    case .noJSONPathCoercion: options.coercesJSONPath = !isOn
    case .netrc: options.set("netrc", isOn ? .bool(true, at: place) : nil)
    case .netrcOptional: options.set("netrc", isOn ? .text("optional", at: place) : nil)
    case let name: options.scheme = isOn ? Spelled(name.rawValue, at: place) : nil
    }
  }

  private mutating func readCount(_ row: HurlOption, into options: inout EntryOptions) {
    let name = row.name.value
    let placeholder: String
    switch row.value {
    case .integer(let number):
      let endless = ScenarioNode.text(Loop.endless, at: row.range)
      switch name {
      case .repeat where number.value < 0: options.turns = endless
      case .repeat: options.turns = .number(number.value, at: row.range)
      case .retry where number.value < 0: options.attempts = endless
      case .retry:
        let attempts = min(number.value, Int.max - 1) + 1
        options.attempts = attempts == 1 ? nil : .number(attempts, at: row.range)
      case .limitRate: options.set("limit-rate", .text("\(number.value)B", at: row.range))
      // As many as nobody waits for.
      case _: options.mostRedirects = number.value < 0 ? 1_000_000 : number.value
      }
      return
    case .placeholder(let value): placeholder = expression(value)
    case .boolean, .duration, .text, .file, .variable: return
    }
    switch name {
    case .repeat:
      let turns = "if(\(placeholder) == -1, '\(Loop.endless)', \(placeholder))"
      options.turns = .expression(turns, at: row.range)
    case .retry:
      let attempts = "if(\(placeholder) == -1, '\(Loop.endless)', \(placeholder) + 1)"
      options.attempts = .expression(attempts, at: row.range)
    case _: unsupported("a placeholder as value of \(name.rawValue)", at: row.range)
    }
  }

  private mutating func readDuration(_ row: HurlOption, into options: inout EntryOptions) {
    let name = row.name.value
    let value: ScenarioNode
    switch row.value {
    case .duration(let duration):
      value = .text("\(duration.milliseconds)ms", at: row.range)
      if duration.unit == nil, name == .maxTime || name == .connectTimeout {
        warning(
          "\(name.rawValue) without a unit is in milliseconds",
          at: duration.range,
          hint: "write \(duration.milliseconds)ms, or \(duration.milliseconds)s if that is meant"
        )
      }
    case .placeholder(let placeholder):
      value = .expression("text(\(expression(placeholder))) + 'ms'", at: row.range)
    case .boolean, .integer, .text, .file, .variable: return
    }
    switch name {
    case .delay: options.delay = value
    case .maxTime: options.set("timeout", value)
    case .connectTimeout: options.set("connect-timeout", value)
    case _: options.pause = value
    }
  }

  private mutating func readFile(_ row: HurlOption, into options: inout EntryOptions) {
    guard case .file(let file) = row.value else { return }
    switch row.name.value {
    case .output:
      guard file.literal != "-" else {
        return warning("the body is not written to standard output", at: row.range)
      }
      options.save = text(saved(file))
    case .caCertificate: options.setTLS("ca", free(file))
    case .key: options.setTLS("key", free(file))
    case _:
      guard let (path, password) = certificate(file) else {
        return options.setTLS("certificate", free(file))
      }
      options.setTLS("certificate", free(path))
      options.setTLS("key-password", strictText(password))
    }
  }

  /// The path of a body that is saved.
  private func saved(_ path: HurlTemplate) -> HurlTemplate {
    let folder = PathText.folder(of: self.path)
    // Elsewhere nothing may be written: the path is below the working folder then.
    guard settings.savesBesideFile, !settings.hasFileRoot, !folder.isEmpty,
      !folder.hasPrefix("/"), !folder.split(separator: "/").contains(".."),
      path.literal?.hasPrefix("/") != true
    else { return path }
    var path = path
    path.parts.insert(.text(Spelled(folder + "/", at: path.range)), at: 0)
    return path
  }

  /// A certificate and its password, the `\:` in the path decoded.
  private func certificate(_ file: HurlTemplate) -> (path: HurlTemplate, password: HurlTemplate)? {
    let mark = "\u{0}"
    func restored(_ template: HurlTemplate) -> HurlTemplate {
      template.mapTexts { $0.replacing(mark, with: ":") }
    }
    let marked = file.mapTexts { $0.replacing("\\:", with: mark) }
    return split(marked, at: ":").map { (restored($0.0), restored($0.1)) }
  }

  /// A path relative to the working folder, as it is from the folder of the file.
  private mutating func free(_ path: HurlTemplate) -> ScenarioNode {
    guard case .text(let first)? = path.parts.first, !first.value.hasPrefix("/") else {
      return self.path(path)
    }
    let prefix = HurlTemplate.Part.text(Spelled(wayBack, at: first.range))
    return self.path(HurlTemplate(parts: [prefix] + path.parts, range: path.range))
  }

  private mutating func readText(_ row: HurlOption, into options: inout EntryOptions) {
    guard case .text(let text) = row.value else { return }
    switch row.name.value {
    case .awsSigV4:
      options.scheme = Spelled(row.name.value.rawValue, at: row.range)
      options.provider = text.literal
    case .noHeader: options.withoutHeaders.append(self.text(text))
    case .proxy:
      let url = text.literal.map { $0.contains("://") ? $0 : "http://\($0)" }
      options.set("proxy", url.map { .text($0, at: text.range) } ?? self.text(text))
    case .connectTo: options.add("connect-to", self.text(text))
    case .netrcFile: options.set("netrc", free(text))
    case .pinnedPublicKey: options.setTLS("pin", pin(text))
    case .resolve: options.add("resolve", self.text(text))
    case .unixSocket: options.set("unix-socket", free(text))
    case _: options.user = text
    }
  }

  /// Public keys by their digests, or the file of one.
  private mutating func pin(_ text: HurlTemplate) -> ScenarioNode {
    let digests = text.literal.flatMap { $0.hasPrefix("sha256//") ? $0.split(separator: ";") : nil }
    let keys = digests?.map { ScenarioNode.text(String($0), at: text.range) } ?? [free(text)]
    return .map([.init("public-keys", .list(keys, at: text.range))], at: text.range)
  }
}
