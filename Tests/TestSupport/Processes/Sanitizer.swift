import Glibc

/// A sanitizer in the process that runs the tests, and so in the command that was built with it.
public enum Sanitizer: Sendable {
  /// Whether there is one: memory is its own rather than ours then, limits kill the process, and everything takes many times longer.
  public static var isOn: Bool {
    let runtimes: [String] = ["__tsan_init", "__asan_init"]
    return runtimes.contains { unsafe dlsym(nil, $0) != nil }
  }
}
