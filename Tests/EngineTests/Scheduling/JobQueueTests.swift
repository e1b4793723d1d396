import Locks
import Testing

@testable import Engine

@Suite(.timeLimit(.minutes(5))) struct JobQueueTests {
  private func job(_ locks: String..., serial: Bool = false) -> JobQueue.Job {
    JobQueue.Job(locks: locks, isSerial: serial)
  }

  private func makeQueue(_ jobs: [JobQueue.Job], limit: Int) -> JobQueue {
    JobQueue(count: jobs.count, limit: limit) { jobs[$0] }
  }

  @Test func `no more begin at once than allowed, in the order given`() {
    var queue = makeQueue([job(), job(), job()], limit: 2)
    #expect(queue.next() == 0)
    #expect(queue.next() == 1)
    #expect(queue.next() == nil)
    queue.finish(1)
    #expect(queue.next() == 2)
    queue.finish(0)
    queue.finish(2)
    #expect(queue.next() == nil)
  }

  @Test func `a taken lock holds up its waiters and nobody else`() {
    var queue = makeQueue([job("db"), job("db"), job(), job("db", "mail")], limit: 4)
    #expect(queue.next() == 0)
    #expect(queue.next() == 2)
    #expect(queue.next() == nil)
    queue.finish(0)
    #expect(queue.next() == 1)
    #expect(queue.next() == nil)
    queue.finish(1)
    #expect(queue.next() == 3)
  }

  @Test func `what runs alone comes when all others have ended, one at a time`() {
    var queue = makeQueue([job(serial: true), job(), job(serial: true)], limit: 4)
    #expect(queue.next() == 1)
    #expect(queue.next() == nil)
    queue.finish(1)
    #expect(queue.next() == 0)
    #expect(queue.next() == nil)
    queue.finish(0)
    #expect(queue.next() == 2)
  }

  @Test func `an end gives its place to one, unless more might begin`() {
    var queue = makeQueue([job(), job("db"), job("db"), job(), job(serial: true)], limit: 3)
    #expect([queue.next(), queue.next(), queue.next()] == [0, 1, 3])
    #expect(queue.next(after: 0) == nil)
    #expect(queue.next(after: 1) == nil)
    #expect(queue.next() == 2)
    #expect(queue.next(after: 2) == nil)
    #expect(queue.next(after: 3) == 4)
    #expect(queue.next(after: 4) == nil)
  }

  @Test(arguments: [1, 2, 8])
  func `every job begins once, and no two that share a lock at once`(limit: Int) {
    let names = ["a", "b", "c"]
    let jobs = (0..<200).map { index in
      JobQueue.Job(
        locks: index.isMultiple(of: 4) ? [] : [names[index % 3], names[index % 2]],
        isSerial: index.isMultiple(of: 50)
      )
    }
    var queue = makeQueue(jobs, limit: limit)
    var running: [Int] = []
    var begun: Set<Int> = []
    while true {
      while let index = queue.next() {
        #expect(begun.insert(index).inserted)
        for other in running {
          #expect(Set(jobs[other].locks).isDisjoint(with: jobs[index].locks))
        }
        running.append(index)
        #expect(running.count <= limit)
      }
      guard let ended = running.first else { break }
      running.removeFirst()
      queue.finish(ended)
    }
    #expect(begun.count == jobs.count)
  }

  @Test func `each of many that share a lock is looked at a few times, in order`() {
    let looks = Locked(0)
    let count = 8_000
    var queue = JobQueue(count: count, limit: 8) { index in
      looks.withLock { $0 += 1 }
      return JobQueue.Job(locks: index % 2 == 0 ? ["db"] : ["db", "mail"], isSerial: false)
    }
    var order: [Int] = []
    while let next = queue.next() {
      order.append(next)
      queue.finish(next)
    }
    #expect(order == Array(0..<count))
    #expect(looks.withLock(\.self) < 10 * count)
  }
}
