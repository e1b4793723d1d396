/// Things to do at a time, the earliest first, equal times in the order of their adding.
struct TimerQueue<Element> {
  private struct Entry {
    var deadline: Int
    var order: Int
    var element: Element

    func precedes(_ other: Entry) -> Bool {
      (deadline, order) < (other.deadline, other.order)
    }
  }

  // A binary heap: the children of `i` are `2i + 1` and `2i + 2`.
  private var heap: [Entry] = []
  private var added = 0

  /// The earliest time, in the clock's milliseconds.
  var nextDeadline: Int? { heap.first?.deadline }

  mutating func add(_ element: Element, at deadline: Int) {
    added += 1
    heap.append(Entry(deadline: deadline, order: added, element: element))
    var index = heap.count - 1
    while index > 0 {
      let parent = (index - 1) / 2
      guard heap[index].precedes(heap[parent]) else { break }
      heap.swapAt(index, parent)
      index = parent
    }
  }

  /// Takes the earliest element whose time has come.
  mutating func popDue(at now: Int) -> Element? {
    guard let first = heap.first, first.deadline <= now else { return nil }
    heap.swapAt(0, heap.count - 1)
    heap.removeLast()
    var index = 0
    while true {
      var smallest = index
      for child in [2 * index + 1, 2 * index + 2] where child < heap.count {
        if heap[child].precedes(heap[smallest]) { smallest = child }
      }
      guard smallest != index else { break }
      heap.swapAt(index, smallest)
      index = smallest
    }
    return first.element
  }
}
