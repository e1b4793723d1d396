import RunEvents
import Testing

@Suite(.timeLimit(.minutes(5))) struct LatencyHistogramTests {
  @Test(arguments: [0.000_02, 0.000_5, 0.012, 0.1, 1, 30, 4_000])
  func `a percentile is right to a tenth, whatever the size`(seconds: Double) throws {
    var histogram = LatencyHistogram()
    for _ in 0..<99 { histogram.record(seconds) }
    histogram.record(seconds * 10)
    let median = try #require(histogram.percentile(0.5))
    #expect(median >= seconds * 0.99 && median <= seconds * 1.1)
    #expect(histogram.percentile(1) == seconds * 10)
  }

  @Test func `of two the lower one is the median`() throws {
    var histogram = LatencyHistogram()
    histogram.record(0.01)
    histogram.record(10)
    for share in [0, 0.5] { #expect(try #require(histogram.percentile(share)) < 0.012) }
    #expect(histogram.percentile(0.51) == 10)
  }

  @Test func `nothing counted has no percentile, and nonsense counts as zero`() {
    var histogram = LatencyHistogram()
    #expect(histogram.percentile(0.5) == nil)
    for value in [Double.nan, -Double.infinity, -5, 1e300] { histogram.record(value) }
    #expect(histogram.count == 4)
    #expect(histogram.percentile(0.5) == LatencyHistogram.upperBound(of: 0))
  }

  @Test func `two histograms merge into what one would have been`() {
    var left = LatencyHistogram()
    var right = LatencyHistogram()
    var whole = LatencyHistogram()
    for index in 1...100 {
      let seconds = Double(index) / 64
      whole.record(seconds)
      if index.isMultiple(of: 2) { left.record(seconds) } else { right.record(seconds) }
    }
    left.merge(right)
    #expect(left.counts == whole.counts)
    #expect(left.percentile(0.95) == whole.percentile(0.95))
  }

  @Test func `a histogram is made anew from rounded bounds`() {
    var histogram = LatencyHistogram()
    for power in 0..<60 { histogram.record(0.000_01 * Double(1 << min(power, 32)) * 1.3) }
    for step in 0..<400 { histogram.record(0.000_01 + 0.000_000_7 * Double(step)) }
    let buckets = histogram.counts.enumerated().filter { $0.element > 0 }.map { index, count in
      ((LatencyHistogram.upperBound(of: index) * 1e6).rounded() / 1e6, count)
    }
    let made = LatencyHistogram(buckets: buckets, sum: histogram.sum, maximum: histogram.maximum)
    #expect(made == histogram)
  }
}
