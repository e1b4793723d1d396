import Glibc

/// A server that speaks HTTP/3, which is nginx: the fixture server does not.
///
/// It answers every path with the method and the version it was asked in, such as `GET h3`. It
/// listens on one port of 127.0.0.1, for QUIC and for TLS over TCP.
public struct HTTP3Server: Sendable {
  private static let executable = "/usr/sbin/nginx"

  /// Whether the machine has an nginx that speaks HTTP/3.
  public static var isThere: Bool {
    get async {
      let result = try? await CommandRunner(executable).run(["-V"])
      return result?.errorText.contains("http_v3_module") == true
    }
  }

  /// The base URL, without a slash at the end.
  public let url: String

  /// Runs nginx for as long as something is done with it.
  ///
  /// - Parameters:
  ///   - identity: what it shows.
  ///   - body: begins when the port is open.
  /// - Throws: `FixtureError` when nginx does not start, and what `body` throws.
  public static func run(
    _ identity: CertificateIdentity,
    _ body: (HTTP3Server) async throws -> Void
  ) async throws {
    let folder = try TemporaryFolder("nginx")
    let (command, port) = try await start(identity, folder)
    let result: Result<Void, any Error>
    do {
      result = .success(try await body(Self(url: "https://127.0.0.1:\(port)")))
    } catch {
      result = .failure(error)
    }
    command.send(SIGTERM)
    _ = try await command.result()
    try result.get()
  }

  /// Starts nginx on a free port.
  private static func start(
    _ identity: CertificateIdentity,
    _ folder: TemporaryFolder
  ) async throws -> (RunningCommand, port: Int) {
    var failure: (any Error)?
    for _ in 0..<5 {
      // The port is free as soon as its holder is gone, unless somebody else gets it first.
      let port = try PortOfNobody().port
      try folder.write(configuration(identity, port: port, folder), to: "conf")
      let command = try CommandRunner(executable).start([
        "-p", folder.path, "-e", "stderr", "-c", folder.path("conf"),
      ])
      do {
        // Its notices are the only sign that its sockets are open.
        _ = try await command.line(containing: "event method")
        return (command, port)
      } catch {
        failure = error
      }
    }
    throw failure ?? FixtureError("nginx does not start")
  }

  private static func configuration(
    _ identity: CertificateIdentity,
    port: Int,
    _ folder: TemporaryFolder
  ) -> String {
    let temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map {
      "\($0)_temp_path \(folder.path($0));"
    }
    return """
      daemon off;
      master_process off;
      pid \(folder.path("pid"));
      error_log stderr notice;
      events {}
      http {
        access_log off;
        \(temporary.joined(separator: "\n  "))
        server {
          listen 127.0.0.1:\(port) quic;
          listen 127.0.0.1:\(port) ssl;
          ssl_certificate \(identity.certificateFile);
          ssl_certificate_key \(identity.keyFile);
          location / { return 200 "$request_method $http3"; }
        }
      }
      """
  }
}
