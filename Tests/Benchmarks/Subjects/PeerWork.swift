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
  ///   - url: what answers at once.
  ///   - slowURL: what answers after 100 ms.
  /// - Returns: the six pieces of the table.
  /// - Throws: ``BenchmarkError`` when a file cannot be written.
  static func all(
    in folder: WorkFolder,
    url: String,
    slowURL: String
  ) throws(BenchmarkError) -> [PeerWork] {
    let one = try Files(folder, "one", url: url)
    let long = try Files(folder, "long", url: url, steps: 5_000)
    let slow = try Files(folder, "slow", url: slowURL, isShort: true)
    let many = folder.folder("many")
    var peers: [String] = []
    for index in 0..<1_000 { peers.append(try Files(folder, "many/t\(index)", url: url).hurl) }
    let junit = folder.path("junit.xml")
    let peerJobs = ["--test", "--jobs", "4"]
    let waits = ["--repeat", "2000", "--jobs", "1000"]
    return [
      PeerWork(
        name: "start-up, 1 request",
        curlew: ["run", one.curlew],
        hurl: ["--test", one.hurl],
        wall: 1.5,
        cpu: 1.5
      ),
      PeerWork(
        name: "1 000 files",
        curlew: ["run", many],
        hurl: peerJobs + peers,
        wall: 0.5,
        cpu: 0.5,
        memory: 2
      ),
      PeerWork(
        name: "1 000 files with JUnit",
        curlew: ["run", many, "--report", "junit=\(junit)"],
        hurl: peerJobs + ["--report-junit", junit] + peers,
        wall: 0.5,
        cpu: 0.5,
        result: junit
      ),
      PeerWork(
        name: "1 file, 5 000 steps",
        curlew: ["run", long.curlew],
        hurl: ["--test", long.hurl],
        wall: 0.6,
        cpu: 0.8,
        memory: 0.4
      ),
      PeerWork(
        name: "1 file × 5 000, 8 jobs",
        curlew: ["run", "--repeat", "5000", "--jobs", "8", one.curlew],
        hurl: ["--test", "--repeat", "5000", "--jobs", "8", one.hurl],
        wall: 0.35,
        cpu: 0.5,
        memory: 1
      ),
      PeerWork(
        name: "2 000 requests of 100 ms, 1 000 at once",
        curlew: ["run"] + waits + ["--connections-per-host", "1000", slow.curlew],
        hurl: ["--test"] + waits + [slow.hurl],
        wall: 0.6,
        cpu: 0.7,
        memory: 0.7
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
      isShort: Bool = false
    ) throws(BenchmarkError) {
      curlew = try folder.write(
        ScenarioText.scenario(name, url: url, steps: steps, isShort: isShort),
        to: "\(name).scenario.yaml"
      )
      hurl = try folder.write(
        ScenarioText.peer(url: url, steps: steps, isShort: isShort),
        to: "\(name).hurl"
      )
    }
  }
}
