/// Things to do at a time, the earliest first, equal times in the order of their adding.
struct TimerQueue<Element> {
  // The next one stands at the end; what is added is mostly later than all others.
  private var entries: [(deadline: Int, element: Element)] = []

  /// The earliest time, in the clock's milliseconds.
  var nextDeadline: Int? { entries.last?.deadline }

  mutating func add(_ element: Element, at deadline: Int) {
    let place = entries.firstIndex { $0.deadline <= deadline } ?? entries.endIndex
    entries.insert((deadline, element), at: place)
  }

  /// Takes the earliest element whose time has come.
  mutating func popDue(at now: Int) -> Element? {
    guard let next = entries.last, next.deadline <= now else { return nil }
    entries.removeLast()
    return next.element
  }
}
