import Glibc
import Testing

@testable import Reports

@Suite(.timeLimit(.minutes(5))) struct TemporaryFileTests {
  @Test(arguments: [true, false])
  func `a file has its name only once it is whole`(mayBeNameless: Bool) throws {
    let scratch = try Scratch()
    scratch.write("old", to: "report")
    let file = try TemporaryFile(in: scratch.path, mayBeNameless: mayBeNameless)
    try file.write(Array("new".utf8))
    #expect(scratch.text("report") == "old")
    try file.move(to: "\(scratch.path)/report")
    #expect(scratch.text("report") == "new")
    #expect(scratch.names() == ["report"])
  }

  @Test func `what a killed process left behind is removed, what lives is not`() throws {
    let scratch = try Scratch()
    let living = try TemporaryFile(in: scratch.path, mayBeNameless: false)
    let own = scratch.names()
    #expect(own.count == 1)
    scratch.write("left", to: ".curlew-999999-0.tmp")
    scratch.write("other", to: ".other-1.tmp")
    let next = try TemporaryFile(in: scratch.path, mayBeNameless: false)
    #expect(scratch.text(".curlew-999999-0.tmp") == nil)
    #expect(scratch.text(".other-1.tmp") == "other")
    #expect(scratch.names().count == 3)
    living.remove()
    next.remove()
    #expect(scratch.names() == [".other-1.tmp"])
  }

  @Test func `nothing is left of a file that is dropped`() throws {
    let scratch = try Scratch()
    for mayBeNameless in [true, false] {
      do {
        let file = try TemporaryFile(in: scratch.path, mayBeNameless: mayBeNameless)
        try file.write(Array("half".utf8))
      }
      #expect(scratch.names().isEmpty)
    }
  }

  @Test func `a file gets the rights that the user's mask leaves`() throws {
    let scratch = try Scratch()
    for (number, mayBeNameless) in [true, false].enumerated() {
      let file = try TemporaryFile(in: scratch.path, mayBeNameless: mayBeNameless)
      try file.move(to: "\(scratch.path)/\(number)")
    }
    var modes: [mode_t] = []
    for number in 0...1 {
      var facts = stat()
      _ = unsafe stat("\(scratch.path)/\(number)", &facts)
      modes.append(facts.st_mode & 0o777)
    }
    #expect(modes[0] == modes[1])
    #expect(modes[0] & 0o600 == 0o600 && modes[0] & 0o111 == 0)
  }
}
