extension Duration {
  /// The longest time in which something happens soon, on a machine that is busy or stands still for a while.
  ///
  /// What a test rules out takes longer.
  public static var soon: Self { .seconds(60) }
}
