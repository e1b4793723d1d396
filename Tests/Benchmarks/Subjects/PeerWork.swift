import Glibc

/// A piece of work that both do, and what curlew may need of what Hurl needs.
struct PeerWork {
  /// What it is.
  var name: String
  /// The arguments of curlew.
  var curlew: [String]
  /// The arguments of Hurl.
  var hurl: [String]
  /// The most of Hurl's wall time, if that is limited.
  var wall: Double?
  /// The most of Hurl's processor time, if that is limited.
  var cpu: Double?
  /// The most of Hurl's memory, if that is limited.
  var memory: Double?
  /// A file that must not be there before a run.
  var result: String?

  /// Makes a run start from nothing.
  func prepare() {
    if let result { _ = unsafe unlink(result) }
  }

  /// All pieces of work, with their files.
  ///
  /// - Parameters:
  ///   - folder: gets the files.
  ///   - isOfPeerFiles: whether curlew runs the `.hurl` files too, which may take a tenth longer than its own.
  ///   - url: what answers at once.
  ///   - slowURL: what answers after 100 ms.
  /// - Returns: the six pieces of the table.
  /// - Throws: ``BenchmarkError`` when a file cannot be written.
  static func all(
    in folder: WorkFolder,
    isOfPeerFiles: Bool,
    url: String,
    slowURL: String
  ) throws(BenchmarkError) -> [PeerWork] {
    let one = try Files(folder, "one", url: url)
    let long = try Files(folder, "long", url: url, steps: 5_000)
    let slow = try Files(folder, "slow", url: slowURL, isShort: true)
    // Curlew runs every file of a folder, so that each kind has its own.
    let (scenarios, peerFiles) = (folder.folder("many"), folder.folder("many-peer"))
    var peers: [String] = []
    for index in 0..<1_000 {
      peers.append(try Files(folder, "t\(index)", url: url, in: ("many", "many-peer")).hurl)
    }
    let many = isOfPeerFiles ? peerFiles : scenarios
    let slack = isOfPeerFiles ? 1.1 : 1
    func most(_ memory: Double) -> Double? { isOfPeerFiles ? nil : memory }
    func file(_ files: Files) -> String { isOfPeerFiles ? files.hurl : files.curlew }
    let junit = folder.path("junit.xml")
    let peerJobs = ["--test", "--jobs", "4"]
    let waits = ["--repeat", "2000", "--jobs", "1000"]
    return [
      PeerWork(
        name: "start-up, 1 request",
        curlew: ["run", file(one)],
        hurl: ["--test", one.hurl],
        wall: 1.5 * slack,
        cpu: 1.5 * slack
      ),
      PeerWork(
        name: "1 000 files",
        curlew: ["run", many],
        hurl: peerJobs + peers,
        wall: 0.5 * slack,
        cpu: 0.5 * slack,
        memory: most(2)
      ),
      PeerWork(
        name: "1 000 files with JUnit",
        curlew: ["run", many, "--report", "junit=\(junit)"],
        hurl: peerJobs + ["--report-junit", junit] + peers,
        wall: 0.5 * slack,
        cpu: 0.5 * slack,
        result: junit
      ),
      PeerWork(
        name: "1 file, 5 000 steps",
        curlew: ["run", file(long)],
        hurl: ["--test", long.hurl],
        wall: 0.6 * slack,
        cpu: 0.8 * slack,
        memory: most(0.4)
      ),
      PeerWork(
        name: "1 file × 5 000, 8 jobs",
        curlew: ["run", "--repeat", "5000", "--jobs", "8", file(one)],
        hurl: ["--test", "--repeat", "5000", "--jobs", "8", one.hurl],
        wall: 0.35 * slack,
        cpu: 0.5 * slack,
        memory: most(1)
      ),
      PeerWork(
        name: "2 000 requests of 100 ms, 1 000 at once",
        curlew: ["run"] + waits + ["--connections-per-host", "1000", file(slow)],
        hurl: ["--test"] + waits + [slow.hurl],
        wall: 0.6 * slack,
        cpu: 0.7 * slack,
        memory: most(0.7)
      ),
    ]
  }

  /// The same for both, in a file each.
  private struct Files {
    var curlew: String
    var hurl: String

    init(
      _ folder: WorkFolder,
      _ name: String,
      url: String,
      steps: Int = 1,
      isShort: Bool = false,
      in folders: (curlew: String, peer: String) = (".", ".")
    ) throws(BenchmarkError) {
      curlew = try folder.write(
        ScenarioText.scenario(name, url: url, steps: steps, isShort: isShort),
        to: "\(folders.curlew)/\(name).scenario.yaml"
      )
      hurl = try folder.write(
        ScenarioText.peer(url: url, steps: steps, isShort: isShort),
        to: "\(folders.peer)/\(name).hurl"
      )
    }
  }
}
