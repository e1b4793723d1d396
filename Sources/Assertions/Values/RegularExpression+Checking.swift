import Diagnostics
import Documents

extension RegularExpression {
  /// Compiles an expression as written in a scenario, or says with an empty path what is wrong with it.
  init(checking source: String) throws(Mistake) {
    do throws(ParsingError) {
      self = try RegularExpression(source)
    } catch {
      let start = error.isUnusable ? "" : "this is not a regular expression: "
      throw Mistake(start + error.message, hint: error.hint)
    }
  }
}
