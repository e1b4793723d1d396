import Files
import Testing

@Suite(.timeLimit(.minutes(5))) struct PathTextTests {
  @Test(arguments: [
    ("a", "", "a"), ("a/b", "a", "b"), ("/a", "/", "a"), ("/", "/", ""), ("a/", "a", ""),
    ("", "", ""), ("./x", ".", "x"),
  ])
  func `a path has a folder and a name`(path: String, folder: String, name: String) {
    #expect(PathText.folder(of: path) == folder)
    #expect(PathText.name(of: path) == name)
    #expect(PathText.folder(of: path).orHere == (folder.isEmpty ? "." : folder))
  }

  @Test(arguments: [
    ("", "a", "a"), ("a", "b", "a/b"), ("a", "/b", "/b"), ("a", "./b", "a/b"), ("a", "../b", "b"),
    ("a", "..", "."), ("", "../b", "../b"), ("a/b", "../../../c", "../c"), ("/a", "../..", "/"),
    ("/", "../b", "/b"), ("/", "b", "/b"), ("a", "b//c/", "a/b/c"), ("", "", "."), ("a", "", "a"),
  ])
  func `a path is joined with its folder`(folder: String, path: String, joined: String) {
    #expect(PathText.join(folder, path) == joined)
  }

  @Test func `names are in the order of their bytes`() {
    let names = ["", "A", "Z", "a", "a0", "aa", "b", "z", "é"]
    #expect(names.shuffled().sorted { PathText.precedes($0, $1) } == names)
    #expect(!PathText.precedes("a", "a"))
  }
}
