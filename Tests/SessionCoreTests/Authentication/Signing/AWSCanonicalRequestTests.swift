import Testing

@testable import SessionCore

/// The vectors that Amazon published as a test suite of Signature Version 4.
@Suite(.timeLimit(.minutes(5))) struct AWSCanonicalRequestTests {
  struct Vector: Sendable {
    var name: String
    var method = "GET"
    var path = "/"
    var query: String?
    var headers: [(String, String)] = []
    var payloadHash = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    var signedHeaders = "host;x-amz-date"
    var signature: String
  }

  private static let unreserved =
    "-._~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

  private static let vectors = [
    Vector(
      name: "get-vanilla",
      signature: "5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31"
    ),
    Vector(
      name: "get-vanilla-query-order-key-case",
      query: "Param2=value2&Param1=value1",
      signature: "b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500"
    ),
    Vector(
      name: "get-vanilla-empty-query-key",
      query: "Param1=value1",
      signature: "a67d582fa61cc504c4bae71f336f98b97f1ea3c7a6bfe1b6e45aec72011b9aeb"
    ),
    Vector(
      name: "get-vanilla-query-unreserved",
      query: "\(unreserved)=\(unreserved)",
      signature: "9c3e54bfcdf0b19771a7f523ee5669cdf59bc7cc0884027167c21bb143a40197"
    ),
    Vector(
      name: "get-utf8",
      path: "/\u{1234}",
      signature: "8318018e0b0f223aa2bbf98705b62bb787dc9c0e678f255a891fd03141be5d85"
    ),
    Vector(
      name: "get-space",
      path: "/example space/",
      signature: "652487583200325589f1fba4c7e578f72c47cb61beeca81406b39ddec1366741"
    ),
    Vector(
      name: "get-header-value-trim",
      headers: [("My-Header1", " value1"), ("My-Header2", " \"a   b   c\"")],
      signedHeaders: "host;my-header1;my-header2;x-amz-date",
      signature: "acc3ed3afb60bb290fc8d2dd0098b9911fcaa05412b367055dee359757a9c736"
    ),
    Vector(
      name: "post-vanilla",
      method: "POST",
      signature: "5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b"
    ),
    Vector(
      name: "post-vanilla-query",
      method: "POST",
      query: "Param1=value1",
      signature: "28038455d6de14eafc1f9222cf5aa6f1a96197d7deb8263271d420d138af7f11"
    ),
    Vector(
      name: "post-x-www-form-urlencoded",
      method: "POST",
      headers: [("Content-Type", "application/x-www-form-urlencoded")],
      payloadHash: "9095672bbd1f56dfc5b65f3e153adc8731a4a654192329106275f4c7b24d0b6e",
      signedHeaders: "content-type;host;x-amz-date",
      signature: "ff11897932ad3f4e8b18135d722051e5ac45fc38421b1da7b9d196a0fe09473a"
    ),
  ]

  @Test(arguments: vectors)
  func `the published vectors come out`(vector: Vector) throws {
    var headers: HTTPHeaders = ["Host": "example.amazonaws.com", "X-Amz-Date": "20150830T123600Z"]
    for (name, value) in vector.headers { headers.append(name, value) }
    let canonical = AWSCanonicalRequest(
      method: vector.method,
      path: vector.path,
      query: vector.query,
      headers: headers,
      payloadHash: vector.payloadHash,
      isForS3: false
    )
    let scheme = AWSSignature4Authentication(
      accessKey: "AKIDEXAMPLE",
      secretKey: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY",
      sessionToken: nil,
      region: "us-east-1",
      service: "service"
    )
    #expect(
      try scheme.authorization(of: canonical, date: "20150830T123600Z")
        == "AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, "
        + "SignedHeaders=\(vector.signedHeaders), Signature=\(vector.signature)"
    )
  }

  private func lines(path: String, query: String?, isForS3: Bool) -> [Substring] {
    AWSCanonicalRequest(
      method: "GET",
      path: path,
      query: query,
      headers: [:],
      payloadHash: "",
      isForS3: isForS3
    ).text.split(separator: "\n", omittingEmptySubsequences: false)
  }

  @Test(arguments: [
    ("", false, "/"), ("", true, "/"), ("/a%20b", false, "/a%2520b"), ("/a%20b", true, "/a%20b"),
    ("/a%c3%bc+(1)=:@", false, "/a%25c3%25bc%2B%281%29%3D%3A%40"),
    ("/a%c3%bc+(1)=:@", true, "/a%C3%BC%2B%281%29%3D%3A%40"), ("//a/./b", false, "//a/./b"),
  ])
  func `a path is encoded once more, for S3 once in all`(
    path: String,
    isForS3: Bool,
    canonical: String
  ) {
    #expect(lines(path: path, query: nil, isForS3: isForS3)[1] == canonical)
  }

  @Test(arguments: [
    ("", ""), ("b&a", "a=&b="), ("a=&&a", "a=&a="), ("a=2&a=1&A=3", "A=3&a=1&a=2"),
    ("x/y=z", "x%2Fy=z"), ("a=b+c%20d%2bE", "a=b%20c%20d%2BE"), ("a==b=", "a=%3Db%3D"),
    ("p%C3%BC=%c3%bc&q=%zz", "p%C3%BC=%C3%BC&q=%25zz"), ("a-=1&a=2", "a=2&a-=1"),
  ])
  func `a query is decoded, encoded in one way and sorted`(query: String, canonical: String) {
    #expect(lines(path: "/", query: query, isForS3: false)[2] == canonical)
  }
}
