import Foundation

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
  private let folder: TemporaryFolder

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
    let server = try await start(identity)
    let result: Result<Void, any Error>
    do {
      result = .success(try await body(server))
    } catch {
      result = .failure(error)
    }
    _ = try await server.nginx("-s", "stop")
    try result.get()
  }

  private static func start(_ identity: CertificateIdentity) async throws -> Self {
    // The port is free as soon as its holder is gone.
    let port = try PortOfNobody().port
    let folder = try TemporaryFolder("nginx")
    let temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map {
      "\($0)_temp_path \(folder.path($0));"
    }
    let text = """
      daemon on;
      master_process off;
      pid \(folder.path("pid"));
      error_log \(folder.path("errors"));
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
    try folder.write(text, to: "conf")
    let server = Self(url: "https://127.0.0.1:\(port)", folder: folder)
    let result = try await server.nginx()
    guard result.status == 0 else {
      throw FixtureError("nginx did not start: \(result.errorText)")
    }
    return server
  }

  private func nginx(_ more: String...) async throws -> CommandResult {
    try await CommandRunner(Self.executable).run(
      ["-p", folder.path, "-e", folder.path("errors"), "-c", folder.path("conf")] + more
    )
  }
}
