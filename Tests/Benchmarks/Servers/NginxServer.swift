import Glibc

/// A local nginx with one worker, for as long as the value lives.
///
/// `/` answers with a small JSON text, `/files/NAME` with a file of the work folder.
final class NginxServer: Sendable {
  /// What `/` answers with: 75 bytes.
  static let body =
    #"{"id":1,"name":"probe","items":[1,2,3],"nested":{"a":{"b":"c"}},"ok":true}"#

  /// Its address, without a slash at the end.
  let url: String
  private let process: ChildProcess
  private let folder: WorkFolder

  /// Starts nginx on a port that the system chooses.
  ///
  /// - Parameter folder: gets its files, and holds those that it serves.
  /// - Throws: ``BenchmarkError`` when it is not installed or does not start.
  init(_ folder: WorkFolder) throws(BenchmarkError) {
    guard let executable = Self.executable else {
      throw BenchmarkError("nginx is not installed; on Debian: apt-get install nginx-light")
    }
    self.folder = folder
    // Somebody else may take the port before nginx does.
    for _ in 0..<5 {
      let place = try Loopback.listen()
      close(place.descriptor)
      let configuration = try folder.write(
        Self.configuration(folder.path, port: place.port),
        to: "nginx.conf"
      )
      let process = try ChildProcess(
        [executable, "-c", configuration, "-e", folder.path("error.log")]
      )
      if Self.isUp(process, port: place.port) {
        self.process = process
        url = "http://127.0.0.1:\(place.port)"
        return
      }
      kill(process.identifier, SIGKILL)
      _ = process.wait()
    }
    let log = ProcessFiles.lines(folder.path("error.log")).last ?? "without a word"
    throw BenchmarkError("nginx does not start: \(log)")
  }

  deinit {
    kill(process.identifier, SIGTERM)
    _ = process.wait()
  }

  private static var executable: String? {
    // Debian's is not on everybody's PATH.
    ProcessFiles.command("nginx", besides: ["/usr/sbin", "/usr/local/sbin"])
  }

  private static func isUp(_ process: ChildProcess, port: Int) -> Bool {
    for _ in 0..<200 {
      var status: Int32 = 0
      if unsafe waitpid(process.identifier, &status, WNOHANG) != 0 { return false }
      if Loopback.answers(port: port) { return true }
      usleep(20_000)
    }
    return false
  }

  private static func configuration(_ folder: String, port: Int) -> String {
    """
    worker_processes 1; daemon off; pid \(folder)/nginx.pid; error_log \(folder)/error.log;
    \(geteuid() == 0 ? "user root;" : "")
    events { worker_connections 8192; }
    http {
      access_log off; sendfile on; keepalive_requests 100000000; keepalive_timeout 600;
      client_body_temp_path \(folder)/b; proxy_temp_path \(folder)/p;
      fastcgi_temp_path \(folder)/f; uwsgi_temp_path \(folder)/u; scgi_temp_path \(folder)/s;
      types { application/json json; application/octet-stream bin; }
      server {
        listen 127.0.0.1:\(port) backlog=4096;
        location / { default_type application/json; return 200 '\(body)'; }
        location /files/ { alias \(folder)/; }
      }
    }

    """
  }
}
