import Cryptography
import Documents
import Encodings
import HTTPMessages
import Testing

@testable import DemoServer

@Suite(.timeLimit(.minutes(5))) struct SessionRoutesTests {
  private let server: DemoServer
  private let client: RawClient

  init() throws {
    server = try DemoServer.start()
    client = try RawClient(port: server.port)
  }

  @Test
  func `a login gives a token and a cookie, both good until the logout`() throws {
    let login = try client.json("POST", "/login", ["user": "grace", "password": "hopper"])
    #expect(login.status == 200)
    let token = try #require(login.json["token"]?.string)
    let cookie = "session=\(token); Path=/; Max-Age=3600; HttpOnly; SameSite=Lax"
    #expect(login["set-cookie"] == cookie)
    let bearer = ["Authorization": "Bearer \(token)"]
    let byToken = try client.exchange("GET", "/me", bearer)
    #expect(byToken.json["name"] == "Grace")
    #expect(byToken.json["by"] == "token")
    let byCookie = try client.exchange("GET", "/me", ["Cookie": "a=b; session=\(token)"])
    #expect(byCookie.json["by"] == "cookie")
    let order = try client.json("POST", "/orders", ["sku": "ABC-1", "quantity": 1], bearer)
    #expect(order.json["customer"] == ["name": "Grace"])
    #expect(try client.exchange("POST", "/logout", bearer).status == 204)
    let after = try client.exchange("GET", "/me", bearer)
    #expect(after.status == 401)
    #expect(after["www-authenticate"] == "Bearer realm=\"curlew demo\", error=\"invalid_token\"")
  }

  @Test
  func `a wrong password is 401, a missing one 422, nobody is 401`() throws {
    #expect(try client.json("POST", "/login", ["user": "ada", "password": "no"]).status == 401)
    #expect(try client.json("POST", "/login", ["user": "ada"]).status == 422)
    let me = try client.exchange("GET", "/me")
    #expect(me.status == 401)
    #expect(me["www-authenticate"] == "Bearer realm=\"curlew demo\"")
  }

  @Test
  func `basic authentication lets ada in`() throws {
    let good = "Basic \(Base64.encode(Array("ada:lovelace".utf8)))"
    let answer = try client.exchange("GET", "/basic", ["Authorization": good])
    #expect(answer.json == ["user": "ada", "scheme": "basic"])
    for header in ["Basic YQ==", "Basic ????", "Bearer x", "Basic"] {
      let refused = try client.exchange("GET", "/basic", ["Authorization": header])
      #expect(refused.status == 401)
      #expect(refused["www-authenticate"]?.hasPrefix("Basic realm=") == true)
    }
  }

  @Test
  func `digest authentication lets ada in, with the server's nonce only`() throws {
    let challenge = try client.exchange("GET", "/digest")
    #expect(challenge.status == 401)
    let header = try #require(challenge["www-authenticate"])
    let nonce = try #require(AuthenticationChallenge.parse([header]).first?.parameters["nonce"])
    let authorization = { (nonce: String, password: String) throws -> String in
      let md5 = { (text: String) in Hex.encode(try DigestAlgorithm.md5.digest(of: text)) }
      let secret = try md5("ada:curlew demo:\(password)")
      let response = try md5("\(secret):\(nonce):00000001:c:auth:\(md5("GET:/digest"))")
      return "Digest username=\"ada\", realm=\"curlew demo\", nonce=\"\(nonce)\", "
        + "uri=\"/digest\", qop=auth, nc=00000001, cnonce=\"c\", response=\"\(response)\""
    }
    let get = { (header: String) in
      try client.exchange("GET", "/digest", ["Authorization": header])
    }
    #expect(try get(authorization(nonce, "lovelace")).json["scheme"] == "digest")
    #expect(try get(authorization(nonce, "wrong")).status == 401)
    let stale = try get(authorization("other", "lovelace"))
    #expect(stale["www-authenticate"]?.hasSuffix("stale=true") == true)
  }

  @Test
  func `client credentials give an access token for a while`() throws {
    let type = ["Content-Type": "application/x-www-form-urlencoded"]
    let body = "grant_type=client_credentials&client_id=demo&client_secret=secret&scope=orders"
    let grant = try client.exchange("POST", "/oauth/token", type, body: body)
    #expect(grant.json["token_type"] == "Bearer")
    #expect(grant.json["expires_in"] == 3600)
    let token = try #require(grant.json["access_token"]?.string)
    let bearer = ["Authorization": "Bearer \(token)"]
    let answer = try client.exchange("GET", "/protected", bearer)
    #expect(answer.json == ["client": "demo", "scope": "orders", "issued": 1])
    #expect(try client.exchange("GET", "/protected").status == 401)
    let short = try client.exchange("POST", "/oauth/token?expires-in=0", type, body: body)
    let expired = ["Authorization": "Bearer \(short.json["access_token"]?.string ?? "")"]
    #expect(try client.exchange("GET", "/protected", expired).status == 401)
    var basic = type
    basic["Authorization"] = "Basic \(Base64.encode(Array("demo:secret".utf8)))"
    let other = "grant_type=client_credentials"
    #expect(try client.exchange("POST", "/oauth/token", basic, body: other).status == 200)
    #expect(try client.exchange("POST", "/oauth/token", type, body: other).status == 401)
    let implicit = try client.exchange("POST", "/oauth/token", basic, body: "grant_type=implicit")
    #expect(implicit.json == ["error": "unsupported_grant_type"])
  }

  @Test
  func `a user gets an access token and a refresh token that is good once`() throws {
    let headers = [
      "Content-Type": "application/x-www-form-urlencoded",
      "Authorization": "Basic \(Base64.encode(Array("demo:secret".utf8)))",
    ]
    func grant(_ body: String) throws -> JSONValue {
      try client.exchange("POST", "/oauth/token", headers, body: body).json
    }
    let first = try grant("grant_type=password&username=ada&password=lovelace&scope=openid")
    let token = try #require(first["access_token"]?.string)
    let bearer = ["Authorization": "Bearer \(token)"]
    #expect(try client.exchange("GET", "/protected", bearer).json["user"] == "ada")
    let parts = try #require(first["id_token"]?.string).split(separator: ".")
    let bytes = try parts.map { try #require(Base64.decode($0, alphabet: .url)) }
    #expect(try JSONParser().parse(bytes[0]) == ["alg": "HS256", "typ": "JWT"])
    let claims = try JSONParser().parse(bytes[1])
    #expect(claims["sub"] == "ada" && claims["aud"] == "demo" && claims["scope"] == "openid")
    let (start, end) = (claims["iat"]?.number?.int, claims["exp"]?.number?.int)
    #expect(start.map { $0 + 3600 } == end)
    let code = try DigestAlgorithm.sha256.authenticationCode(
      of: Array("\(parts[0]).\(parts[1])".utf8),
      key: Array("secret".utf8)
    )
    #expect(bytes[2] == code)
    let refresh = try #require(first["refresh_token"]?.string)
    let second = try grant("grant_type=refresh_token&refresh_token=\(refresh)")
    #expect(second["refresh_token"]?.string != nil && second["id_token"] == nil)
    let again = try grant("grant_type=refresh_token&refresh_token=\(refresh)")
    #expect(again["error"] == "invalid_grant")
    let wrong = try grant("grant_type=password&username=ada&password=wrong")
    #expect(wrong["error"] == "invalid_grant")
    #expect(try grant("grant_type=password")["error"] == "invalid_request")
    #expect(try grant("grant_type=refresh_token")["error"] == "invalid_request")
  }

  @Test
  func `cookies are set with their attributes, told and ended`() throws {
    let query =
      "name=theme&value=dark&path=/a&max-age=60&http-only=true&same-site=Strict&secure=true"
    let set = try client.exchange("GET", "/cookies/set?\(query)")
    let expected = "theme=dark; Path=/a; Max-Age=60; SameSite=Strict; Secure; HttpOnly"
    #expect(set["set-cookie"] == expected)
    let told = try client.exchange("GET", "/cookies", ["Cookie": "a=1; b=2"])
    #expect(told.json == ["cookies": ["a": "1", "b": "2"]])
    let ended = try client.exchange("GET", "/cookies/expire?name=theme&path=/a")
    #expect(ended["set-cookie"]?.hasPrefix("theme=; Path=/a; Max-Age=0") == true)
    let injected = try client.exchange("GET", "/cookies/set?name=a&value=b%0d%0aX:%20y")
    #expect(injected.status == 422)
  }
}
