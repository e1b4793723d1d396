import Glibc

/// What the program prints.
enum Output {
  /// Prints a line that is seen at once, also through a pipe.
  static func line(_ text: String) {
    print(text)
    fflush(nil)
  }
}
