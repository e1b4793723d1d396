import Diagnostics
import RunEvents

/// What several reports exercised of contracts together.
enum MergedContracts {
  /// Makes sure that contracts of one path are one document in all reports.
  ///
  /// - Parameter readers: the reports of runs and of their reruns.
  /// - Throws: for the first that differs; the counts of different documents have no sum.
  static func check(_ readers: [JSONReportReader]) throws(JSONReportError) {
    var known: [String: (contract: ContractReport, report: String)] = [:]
    for reader in readers {
      for contract in reader.summary.contracts {
        guard let earlier = known[contract.path] else {
          known[contract.path] = (contract, reader.file.path)
          continue
        }
        guard earlier.contract.hasDocument(of: contract) else {
          throw JSONReportError(
            path: reader.file.path,
            "has another contract under \(TerminalText.escaped(contract.path)) than "
              + "\(earlier.report): their operations differ",
            hint: "run all shards and reruns with the same documents"
          )
        }
      }
    }
  }

  /// Adds what a part of a run exercised; the highest minimum of all parts counts.
  ///
  /// - Parameters:
  ///   - part: what a report says.
  ///   - summary: what the reports before it say together.
  static func add(_ part: RunSummary, to summary: inout RunSummary) {
    for contract in part.contracts {
      if let place = summary.contracts.firstIndex(where: { $0.path == contract.path }) {
        // Documents that differ were refused before.
        _ = summary.contracts[place].add(contract)
      } else {
        summary.contracts.append(contract)
      }
    }
    if let minimum = part.coverageMinimum {
      summary.coverageMinimum = summary.coverageMinimum?.joined(to: minimum) ?? minimum
    }
  }
}
