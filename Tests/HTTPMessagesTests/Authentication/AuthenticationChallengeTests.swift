import Testing

@testable import HTTPMessages

@Suite(.timeLimit(.minutes(5))) struct AuthenticationChallengeTests {
  @Test
  func `challenges of one header are told apart`() {
    let challenges = AuthenticationChallenge.parse([
      #"Newauth realm="apps", type=1, title="Login to \"apps\"", Basic realm="simple", Negotiate"#,
      "Negotiate YII=, Digest nonce=a,qop=\"auth,auth-int\"",
    ])
    #expect(challenges.map(\.scheme) == ["newauth", "basic", "negotiate", "negotiate", "digest"])
    #expect(challenges[0].parameters["title"] == #"Login to "apps""#)
    #expect(challenges[1].realm == "simple")
    #expect(challenges[3].token == "YII=")
    #expect(challenges[4].parameters["qop"] == "auth,auth-int")
  }

  @Test(arguments: ["", ",,,", "=x", "\"", "Basic realm=\"unclosed", "a=b c=d", "Basic =", "ä"])
  func `broken headers neither crash nor hang`(header: String) {
    #expect(AuthenticationChallenge.parse([header]).count <= 2)
  }
}

@Suite(.timeLimit(.minutes(5))) struct DigestAuthorizationTests {
  @Test(arguments: [
    ("MD5", "8ca523f5e9506fed4657c9700eebdbec"),
    ("SHA-256", "753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1"),
  ])
  func `the examples of RFC 7616 section 3.9.1 come out`(algorithm: String, response: String) throws
  {
    let challenge = AuthenticationChallenge(
      scheme: "Digest",
      parameters: [
        "realm": "http-auth@example.org", "qop": "auth, auth-int", "algorithm": algorithm,
        "nonce": "7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v",
        "opaque": "FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS",
      ]
    )
    let header = try #require(DigestAuthorization(challenge)).header(
      user: "Mufasa",
      password: "Circle of Life",
      method: "GET",
      uri: "/dir/index.html",
      count: 1,
      clientNonce: "f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ"
    )
    #expect(header.contains("response=\"\(response)\""))
    #expect(header.contains("nc=00000001"))
  }

  @Test
  func `the older form of RFC 2617 without quality comes out`() throws {
    let challenge = AuthenticationChallenge(
      scheme: "Digest",
      parameters: ["realm": "testrealm@host.com", "nonce": "dcd98b7102dd2f0e8b11d0f600bfb0c093"]
    )
    let header = try #require(DigestAuthorization(challenge)).header(
      user: "Mufasa",
      password: "Circle Of Life",
      method: "GET",
      uri: "/dir/index.html",
      count: 1,
      clientNonce: "unused"
    )
    #expect(header.contains("response=\"670fd8c2df070c60b045671b8b24ff02\""))
    #expect(!header.contains("qop"))
  }

  @Test(arguments: [["nonce": "n", "algorithm": "SHA-1"], ["nonce": "n", "qop": "auth-int"], [:]])
  func `what cannot be answered is passed over`(parameters: [String: String]) {
    #expect(DigestAuthorization(.init(scheme: "digest", parameters: parameters)) == nil)
  }
}
