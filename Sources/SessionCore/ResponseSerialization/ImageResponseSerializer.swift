public import Documents

/// Judges an answer and reads what its image says of itself: format, size, frames.
///
/// No pixel is decoded, so AFNetworking's scale and its inflation of pixels ahead of time have no
/// counterpart. A body that is no image is an error, where AFNetworking gives neither image nor error.
public struct ImageResponseSerializer: DocumentResponseSerializer, Hashable, Codable {
  /// What an image says of itself.
  public typealias Output = ImageInfo

  /// The media types that AFNetworking takes for images.
  public static let contentTypes: Set<String> = [
    "image/tiff", "image/jpeg", "image/gif", "image/png", "image/ico", "image/x-icon", "image/bmp",
    "image/x-bmp", "image/x-xbitmap", "image/x-win-bitmap",
  ]

  /// What answers are acceptable.
  public var validation: ResponseValidation

  /// Creates a serializer.
  public init(validation: ResponseValidation = .init(acceptableContentTypes: contentTypes)) {
    self.validation = validation
  }

  /// Reads the head of an image; an empty body stands for nothing.
  public func decode(
    _ data: [UInt8],
    of response: SessionResponse
  ) throws(SessionError) -> ImageInfo? {
    if data.isEmpty { return nil }
    do throws(ImageInfoError) {
      return try ImageInfo(parsing: data)
    } catch {
      throw corrupt("an image", error, response, data)
    }
  }
}
