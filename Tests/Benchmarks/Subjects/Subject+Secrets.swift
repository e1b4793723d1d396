import Engine

extension Subject {
  /// What it costs that captures are secrets.
  static let secrets = Subject(
    name: "secrets",
    summary:
      "Secrets: 10 000 captured values, each masked in all that follows, against the same run without"
  ) { options in
    let count = 10_000
    let folder = try WorkFolder()
    let server = try NginxServer(folder)
    let curlew = try CurlewCommand.found(options)
    let rows = (0..<count).map { "row \($0)\n" }.joined()
    try folder.write("name\n" + rows, to: "rows.csv")
    func command(_ name: String, isSecret: Bool) throws -> [String] {
      let text = """
        scenario: tokens
        base: \(server.url)
        cases: { csv: rows.csv }
        steps:
          - GET: /
            expect: { json: { $.id: 1, $.name: probe } }
            capture: { token: { value: "${sha256(name)}", secret: \(isSecret) } }
          - log: "the token is ${token}"

        """
      let file = try folder.write(text, to: "\(name).scenario.yaml")
      return [curlew, "run", "--allow-files", folder.path, file]
    }
    let plain = try command("plain", isSecret: false)
    let secret = try command("secret", isSecret: true)
    var without: [CommandFigures] = []
    var with: [CommandFigures] = []
    for _ in 0..<min(3, options.runs) {
      without.append(try MeasuredCommand.run(plain))
      with.append(try MeasuredCommand.run(secret))
    }
    let before = Measurement.median(without.map(\.wall))
    let after = Measurement.median(with.map(\.wall))
    let memory = Measurement.median(with.map(\.memory))
    return [
      Measurement(
        name: "10 000 captured secrets against none",
        value: after / before,
        limit: .atMost(1.3),
        detail:
          "\(Measurement.text(before)) s without, \(Measurement.text(after)) s and \(Measurement.text(memory)) MiB with"
      ),
      Measurement(
        name: "masking of text that goes on as many secrets begin",
        value: Measurement.seconds(maskRepeatingText),
        unit: "s for 1 MiB",
        limit: .atMost(5)
      ),
    ]
  }

  /// Each place of the text is the beginning of every secret, none of which ends there.
  private static func maskRepeatingText() {
    let mask = SecretMask()
    for count in 6...126 { mask.add(String(repeating: "a", count: count) + "b") }
    mask.add(String(repeating: "a", count: 1 << 20) + "b")
    _ = mask.masking([UInt8](repeating: UInt8(ascii: "a"), count: 1 << 20))
  }
}
