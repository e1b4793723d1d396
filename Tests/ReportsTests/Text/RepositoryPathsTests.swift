import Reports
import Testing

@Suite(.timeLimit(.minutes(5))) struct RepositoryPathsTests {
  @Test(arguments: [
    ("scenarios/a.yaml", "tests/api/scenarios/a.yaml"), ("./a.yaml", "tests/api/a.yaml"),
    ("../a.yaml", "tests/a.yaml"), ("../../../a.yaml", "../../../a.yaml"),
    ("/src/shop/x/a.yaml", "x/a.yaml"), ("/src/other/a.yaml", "/src/other/a.yaml"),
    ("/src/shop", "/src/shop"),
  ])
  func `a path is relative to the root, wherever the run was started`(path: String, shown: String) {
    let paths = RepositoryPaths(root: "/src/shop/", workingFolder: "/src/shop/tests/api")
    #expect(paths.path(path) == shown)
  }

  @Test(arguments: ["a.yaml", "/x/a.yaml", "../a.yaml"])
  func `without a root a path stays as it is`(path: String) {
    #expect(RepositoryPaths().path(path) == path)
  }
}
