/// What an expression comes to; nodes are places in an index, in document order.
enum XPathValue {
  case nodes([Int32])
  case text(ArraySlice<UInt8>)
  case number(Double)
  case truth(Bool)
}
