import ArgumentParser
import DemoServer

/// `curlew demo`: serves the demo API until a signal comes.
struct DemoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "demo",
    abstract: "Serves the demo API on the loopback interface.",
    discussion: "Its address is printed in the first line; GET / lists its routes."
  )

  @Option(help: "The port to listen on; a free one when not given.")
  var port: UInt16 = 0

  @Flag(help: "Prints a line for each answer.")
  var verbose = false

  func run() throws {
    SignalThread.prepare()
    let server = start()
    StandardOutput.writeLine(server.url)
    // A signal is how a server is meant to end.
    SignalThread.wait { _ in
      server.stop()
      Process.exit(.passed)
    }
  }

  private func start() -> DemoServer {
    do throws(DemoServerError) {
      return try DemoServer.start(port: port, log: log)
    } catch {
      StandardError.write("error: \(error)\n")
      Process.exit(.broken)
    }
  }

  private var log: (@Sendable (String) -> Void)? {
    guard verbose else { return nil }
    return StandardOutput.writeLine
  }
}
