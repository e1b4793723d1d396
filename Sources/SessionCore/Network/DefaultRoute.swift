import Files
import Glibc

/// The way that packets to the rest of the world take.
public enum DefaultRoute: Sendable {
  /// The interface of the default route, read from the kernel's tables.
  ///
  /// Of several routes the one with the lowest metric counts, IPv4 before IPv6.
  ///
  /// - Returns: such as `eth0`; `nil` without any default route.
  public static func interface() -> String? {
    interface(ipv4: read("/proc/net/route")) ?? interface(ipv6: read("/proc/net/ipv6_route"))
  }

  /// Whether an interface is one of a mobile network, by its name: `wwan…`, `ppp…`.
  public static func isMobile(_ interface: String) -> Bool {
    interface.hasPrefix("wwan") || interface.hasPrefix("ppp")
  }

  /// Reads the table of IPv4 routes: name, destination, gateway, flags, …, metric, mask.
  static func interface(ipv4 table: String) -> String? {
    best(
      table.split(separator: "\n").dropFirst().compactMap { line in
        let columns = line.split { $0 == "\t" || $0 == " " }
        guard columns.count > 7, columns[1] == "00000000", columns[7] == "00000000",
          let flags = UInt32(columns[3], radix: 16), isUp(flags), let metric = UInt32(columns[6])
        else { return nil }
        return (String(columns[0]), metric)
      }
    )
  }

  /// Reads the table of IPv6 routes: destination, length, …, metric, …, flags, name.
  static func interface(ipv6 table: String) -> String? {
    best(
      table.split(separator: "\n").compactMap { line in
        let columns = line.split { $0 == "\t" || $0 == " " }
        guard columns.count > 9, columns[0].allSatisfy({ $0 == "0" }), columns[1] == "00",
          columns[9] != "lo", let flags = UInt32(columns[8], radix: 16), isUp(flags),
          let metric = UInt32(columns[5], radix: 16)
        else { return nil }
        return (String(columns[9]), metric)
      }
    )
  }

  /// `RTF_UP` and not `RTF_REJECT`.
  private static func isUp(_ flags: UInt32) -> Bool { flags & 0x1 != 0 && flags & 0x200 == 0 }

  private static func best(_ routes: [(name: String, metric: UInt32)]) -> String? {
    routes.min { $0.metric < $1.metric }?.name
  }

  /// A file of the kernel's, whose size is not known before; at most a megabyte.
  private static func read(_ path: String) -> String {
    let bytes = try? FileDescriptor(opening: path, O_RDONLY).read(upTo: 1 << 20)
    return String(decoding: bytes ?? [], as: UTF8.self)
  }
}
