import Glibc

/// Lets `swift test` run six tests for each processor at once, unless the environment says how many.
///
/// Without a bound Swift Testing starts all of them in the same moment: thousands of servers, commands and threads, and an
/// answer that has come is looked at when hundreds of other tests have had their turn, long after its limit. With fewer the
/// processors would stand still, because many tests wait for a command. The variable is read before any test runs, so it is set
/// when the program is loaded.
@section(".init_array") @used
private let boundParallelWidth: @convention(c) () -> Void = {
  let width = 6 * max(2, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
  unsafe setenv("SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH", "\(width)", 0)
}
