import Foundation
import Glibc
import Locks

@testable import SessionCore

@_silgen_name("unshare") private func enterNewNamespace(_ flags: CInt) -> CInt
@_silgen_name("setns") private func enterNamespace(_ descriptor: CInt, _ kind: CInt) -> CInt

/// A network namespace of the test's own, without any link but an inactive loopback.
///
/// The kernel gives one only to privileged processes, and some kernels have no kind of link that
/// needs no device.
final class NetworkNamespace: Sendable {
  private static let network: CInt = 0x4000_0000
  private let descriptor: CInt

  /// Why a namespace or link cannot be made.
  struct Unavailable: Error, CustomStringConvertible {
    var description: String
  }

  init() async throws {
    descriptor = try await Self.onThread {
      guard enterNewNamespace(Self.network) == 0 else {
        throw Unavailable(description: "no network namespace: errno \(errno)")
      }
      return unsafe open("/proc/thread-self/ns/net", O_RDONLY | O_CLOEXEC)
    }
    guard descriptor >= 0 else { throw Unavailable(description: "no descriptor of the namespace") }
  }

  deinit { close(descriptor) }

  /// Whether this machine lets tests make namespaces with links.
  static func check() async -> String? {
    do {
      try await NetworkNamespace().addLink("probe0")
      return nil
    } catch {
      return "\(error)"
    }
  }

  /// Runs something on a thread inside the namespace.
  func run<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
    let descriptor = descriptor
    return try await Self.onThread {
      guard enterNamespace(descriptor, Self.network) == 0 else {
        throw Unavailable(description: "the namespace cannot be entered: errno \(errno)")
      }
      return try body()
    }
  }

  private static func onThread<Value: Sendable>(
    _ body: @escaping @Sendable () throws -> Value
  ) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread { continuation.resume(with: Result { try body() }) }
    }
  }
}

extension NetworkNamespace {
  /// Makes a link that is down, of the first kind that the kernel has.
  func addLink(_ name: String) async throws {
    let status = try await run {
      var status: Int32 = 0
      for kind in ["dummy", "ifb", "veth"] {
        var payload = [UInt8](repeating: 0, count: 16)
        payload.append(attribute: 3, Array(name.utf8) + [0])
        var information: [UInt8] = []
        information.append(attribute: 1, Array(kind.utf8))
        payload.append(attribute: 18, information)
        status = try Self.change(NetlinkMessage.Kind.newLink, payload)
        if status == 0 { break }
      }
      return status
    }
    if status != 0 { throw Unavailable(description: "no link can be made: errno \(status)") }
  }

  /// Brings a link up or down.
  func set(_ name: String, isUp: Bool) async throws {
    try await expectSuccess {
      var payload = [UInt8](repeating: 0, count: 4)
      payload.append(native: try Self.number(of: name))
      payload.append(native: UInt32(isUp ? 1 : 0))
      payload.append(native: UInt32(1))
      return try Self.change(NetlinkMessage.Kind.newLink, payload)
    }
  }

  /// Gives a link 10.9.8.7/24.
  func addAddress(to name: String) async throws {
    try await expectSuccess {
      var payload: [UInt8] = [UInt8(AF_INET), 24, 0, 0]
      payload.append(native: try Self.number(of: name))
      payload.append(attribute: 2, [10, 9, 8, 7])
      payload.append(attribute: 1, [10, 9, 8, 7])
      return try Self.change(NetlinkMessage.Kind.newAddress, payload)
    }
  }

  /// Sends everything to 10.9.8.1 over a link.
  func addDefaultRoute(over name: String) async throws {
    try await expectSuccess {
      var payload: [UInt8] = [UInt8(AF_INET), 0, 0, 0, 254, 3, 0, 1, 0, 0, 0, 0]
      payload.append(attribute: 5, [10, 9, 8, 1])
      var link: [UInt8] = []
      link.append(native: try Self.number(of: name))
      payload.append(attribute: 4, link)
      return try Self.change(NetlinkMessage.Kind.newRoute, payload)
    }
  }

  /// A link that is up and leads everywhere.
  func connect(_ name: String) async throws {
    try await set(name, isUp: true)
    try await addDefaultRoute(over: name)
  }

  private func expectSuccess(_ body: @escaping @Sendable () throws -> Int32) async throws {
    let status = try await run(body)
    if status != 0 { throw Unavailable(description: "the kernel says no: errno \(status)") }
  }

  private static func change(_ kind: UInt16, _ payload: [UInt8]) throws -> Int32 {
    let flags = NetlinkMessage.Flags.create | NetlinkMessage.Flags.acknowledge
    return try NetlinkSocket(groups: 0).ask(kind, flags: flags, payload: payload)
  }

  private static func number(of name: String) throws -> Int32 {
    var found: Int32 = 0
    let payload = [UInt8](repeating: 0, count: 16)
    let dump = NetlinkMessage.Flags.dump
    try NetlinkSocket(groups: 0).ask(NetlinkMessage.Kind.getLink, flags: dump, payload: payload) {
      let reader = NetlinkReader($0.payload)
      let bytes = reader.attributes(from: 16)[3]?.prefix { $0 != 0 } ?? []
      if bytes.elementsEqual(name.utf8) { found = reader.int32(4) ?? 0 }
    }
    return found
  }
}

extension NetworkNamespace {
  /// Answers every connection with a 204, from inside the namespace.
  final class Server: Sendable {
    let port: Int
    private let descriptor: CInt
    private let count = Locked(0)

    var connections: Int { count.withLock { $0 } }

    init(in network: NetworkNamespace) async throws {
      (descriptor, port) = try await network.run {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | O_CLOEXEC, 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isOpen = unsafe withUnsafeMutablePointer(to: &address) { pointer in
          unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
            unsafe bind(descriptor, generic, length) == 0
              && getsockname(descriptor, generic, &length) == 0 && listen(descriptor, 8) == 0
          }
        }
        guard isOpen else { throw Unavailable(description: "no server: errno \(errno)") }
        return (descriptor, Int(UInt16(bigEndian: address.sin_port)))
      }
      let (descriptor, count) = (descriptor, count)
      Thread.detachNewThread {
        while true {
          let connection = accept(descriptor, nil, nil)
          if connection < 0 { return }
          count.withLock { $0 += 1 }
          var head = [UInt8](repeating: 0, count: 4096)
          unsafe _ = read(connection, &head, head.count)
          let answer = Array("HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n".utf8)
          unsafe _ = write(connection, answer, answer.count)
          close(connection)
        }
      }
    }

    deinit {
      shutdown(descriptor, Int32(SHUT_RDWR))
      close(descriptor)
    }
  }
}
