import Documents

/// All routes of the demo API, in the order in which `/` lists them.
///
/// A route is one entry here and one function in the file of its subject. Every answer of an error is
/// `application/problem+json` (RFC 9457): `{"type": "about:blank", "title", "status", "detail"}`, for 422
/// also `"errors": [{"field", "message"}]`. `HEAD` works wherever `GET` does, `OPTIONS` wherever a route
/// does not take any method (204 with `Allow`); an unknown path is 404, an unknown method 405 with
/// `Allow`, a number out of bounds in a query 422, in a path 404. A `POST`, `PUT` or `PATCH` with a
/// `Content-Type` and no length is 411. Keys `K` have at most 200 bytes. Ids, tokens and
/// nonces are counted from a fixed seed, so equal runs get equal ones. `/` without more lists the routes
/// as `{"name", "routes": [{"method", "path", "summary"}]}`.
///
/// **Orders.** An order is `{"id": uuid, "state", "customer": {"name"}, "lines": [{"sku", "name",
/// "price", "quantity"}], "total", "note": text or null, "created": date-time}`. States: `pending`,
/// `shipped` (by itself 300 ms after creation), `delivered`, `cancelled`.
///
/// | route | answer |
/// |---|---|
/// | `POST /orders?ships-after=MS` | body `{"sku", "quantity"}` or `{"lines": [{"sku", "quantity"}]}`, also `"customer": {"name"}` (else the user of the bearer token, else Ada) and `"note"`. 201, `Location: /orders/ID`, `ETag`, the order. 400 broken JSON, 415 not JSON, 422 unknown `sku`, or `quantity` not an integer of 1 to 1000. `Idempotency-Key: K` sent again: the same order, `Idempotent-Replayed: true`; with another body 422 |
/// | `GET /orders?state=&customer=&page=&per-page=` | `{"orders", "page", "per_page", "pages", "total"}`, `Link` (first, prev, next, last), `X-Total-Count`; `per-page` is 20, at most 100; 422 for a bad parameter |
/// | `GET /orders/ID` | the order, `ETag`; 304 for its `If-None-Match`; 404 |
/// | `PUT /orders/ID` | body as for `POST`: customer, lines and note replaced; 409 unless pending; 412 when `If-Match` differs |
/// | `PATCH /orders/ID` | `{"state"}` and/or `{"note"}`; 409 for a step back (pending → shipped → delivered, pending → cancelled); 412 |
/// | `DELETE /orders/ID` | 204, afterwards 404 |
///
/// **Catalogue.** Items: `ABC-1` Curlew mug 9.99, `ABC-2` Marsh notebook 4.50, `ABC-3` Field glasses
/// 129.00, `XYZ-9` Wading boots 64.90 (not in stock).
///
/// | route | answer |
/// |---|---|
/// | `GET /catalogue` | by `Accept` one of the next three (`Vary: Accept`), JSON unless asked otherwise, 406 for what it has not |
/// | `GET /catalogue.json` | `{"items": [{"sku", "name", "price", "stock", "tags": [text]}], "currency": "EUR"}` |
/// | `GET /catalogue.xml` | `<catalogue xmlns="urn:curlew:catalogue" xmlns:s="urn:curlew:stock" currency="EUR"><item sku="ABC-1"><name/><price/><s:level warehouse="Kiel">12</s:level></item>…` as `application/xml` |
/// | `GET /catalogue.html` | title `Catalogue`, `h1`, `table#items` (a row `tr.item` with `data-sku` and four cells each), `nav` with links, `form#order` (post, `/orders`; fields `sku`, `quantity`) |
/// | `GET /catalogue.plist?format=xml` | property list, `application/x-plist`, also `format=binary`: `{currency, updated: 2026-01-31T12:00:00Z, items: [{sku, name, price, stock, available, thumbnail: data}]}` |
/// | `GET /catalogue.jsonl` | an item on each line, as `application/jsonl` |
/// | `GET /catalogue.csv` | `sku,name,price,stock` and a row for each item, as `text/csv; charset=utf-8` |
/// | `GET /catalogue/SKU` | one item as JSON; 404 |
/// | `GET /image.png?width=32&height=16` | a drawn PNG, each side 1 to 1024 |
/// | `GET /image.gif?width=32&height=16&frames=1` | a GIF, sides 1 to 512, 1 to 16 frames |
///
/// **Echoes.** A body that is decoded (JSON, urlencoded) may have 1 MiB, any other 64 MiB; 413 above.
///
/// | route | answer |
/// |---|---|
/// | any `/echo`, `/echo/…` | `{"method", "path", "target", "http", "query": {name: text or list}, "query_pairs": [[name, value]], "headers": {lower-case name: text or list}, "header_pairs": [[name, value]], "content_type", "length", "text": body or null, "base64": body when it is not UTF-8 or null (both null above 8 MiB), "json": decoded body or null, "connection": n, "request": n on the connection}` |
/// | `POST /forms` | urlencoded: `{"fields": {name: text or list}, "pairs": [[name, value]]}` with names as sent (`a[b]`); 415 otherwise |
/// | `GET /form?…` | the query as it is sent, as `application/x-www-form-urlencoded` |
/// | `POST /uploads` | multipart/form-data: `{"count", "parts": [{"name", "filename", "type", "size", "crc32": hex, "md5": hex, "text": body if short UTF-8, else null}]}`; 415 otherwise, 400 broken |
/// | `POST /graphql` | `{"query", "variables", "operationName"}`: `{ order(id: "ID" or $id) { id state total note customer { name } } }` gives `{"data": {"order": {…}}}` or null and `errors`; `{ items { sku name price stock } }`; any other query `{"data": {"echo": {"query", "variables", "operationName"}}}` |
///
/// **Who is there.** Users: `ada` `lovelace`, `grace` `hopper`, `alan` `turing`. OAuth client: `demo`
/// `secret`.
///
/// | route | answer |
/// |---|---|
/// | `POST /login` | `{"user", "password"}`: `{"token", "user", "name", "expires_in": 3600}` and cookie `session` (`Path=/; Max-Age=3600; HttpOnly; SameSite=Lax`); 401 wrong, 422 incomplete |
/// | `GET /me` | by bearer token or cookie `session`: `{"user", "name", "email", "by": "token" or "cookie"}`; 401 with `WWW-Authenticate: Bearer …` |
/// | `POST /logout` | 204, the token is no longer good, the cookie expires |
/// | `GET /basic` | basic auth of a user: `{"user", "scheme": "basic"}`; 401 with `WWW-Authenticate: Basic realm="curlew demo"` |
/// | `GET /digest` | digest auth (RFC 7616, MD5, `qop=auth`) likewise |
/// | `POST /oauth/token?expires-in=3600` | client credentials by form or basic auth: `{"access_token", "token_type": "Bearer", "expires_in", "scope"}`; 401 `{"error": "invalid_client"}`, 400 `{"error": "unsupported_grant_type"}` |
/// | `GET /protected` | with an access token `{"client", "scope", "issued": tokens issued to the client so far}`; 401 |
/// | `GET /cookies` | `{"cookies": {name: value}}` as sent |
/// | `GET /cookies/set?name=&value=&path=&domain=&max-age=&expires=&secure=true&http-only=true&same-site=` | `{"set": name}` and the cookie, `path` is `/`; 422 for a bad name or value |
/// | `GET /cookies/expire?name=&path=` | `{"expired": name}`, the cookie ends |
///
/// **Ways of HTTP.** `MS` is at most 60000.
///
/// | route | answer |
/// |---|---|
/// | any `/redirects/N?status=302` | to `/redirects/N-1`, the last is `{"redirects": "done", "method"}`; N at most 100 |
/// | `GET /redirects/loop` | to itself |
/// | any `/redirect-to?url=&status=302` | `Location: url` |
/// | any `/status/CODE` | that status, 200 to 599, `{"status": CODE}`; `Location: /` for 3xx, `Retry-After: 0` for 429 and 503 |
/// | any `/slow?ms=1000` | after that time `{"waited": ms}` |
/// | `GET /drip?pieces=5&ms=50` | chunked, a piece (`piece 1\n` …) each `ms` |
/// | `GET /flaky?key=K&fail=2` | so many times 503 with `Retry-After: 0`, then `{"key", "attempt"}` |
/// | `GET /gzip`, `GET /deflate` | `{"encoding", "message"}` with that `Content-Encoding` |
/// | `GET /cacheable?key=K&max-age=60` | `{"version": 1, "key"}` with `ETag: "v1"`, `Last-Modified`, `Cache-Control`, `X-Served: full answers so far`; 304 for either condition |
/// | `GET /counter/K` `POST` `DELETE` | `{"key", "value"}`, `POST` adds one, `DELETE` (204) starts anew |
/// | `POST /jobs?polls=3` | 202, `Location: /jobs/ID`, `{"id", "state": "running", "progress": 0}` |
/// | `GET /jobs/ID` | `state` is `running` for `polls` readings with rising `progress`, then `done` with `"result": 42` |
/// | `POST /files` | starts a file: 202, `Location: /files/ID?offset=0` |
/// | `PATCH /files/ID?offset=N` | appends the body: 202, `Location` with the next offset; 409 when the file has not N bytes or is ended, 413 above 1 MiB |
/// | `PUT /files/ID?sha256=HEX` | ends it: 201, `Location: /files/ID`, `{"id", "length", "sha256"}`; 422 when the digest is another one |
/// | `GET /files/ID` | its bytes as `application/octet-stream`; 404 until it is ended |
/// | `GET /headers` | repeated header `X-Tag: one`, `X-Tag: two`, `X-Number: 42`, `Link`; body `{}` |
///
/// **Kinds of content.**
///
/// | route | answer |
/// |---|---|
/// | `GET /text?charset=utf-8` | `Grüße aus Köln: café, 20 £` and a line end as `utf-8`, `iso-8859-1`, `windows-1252`, `utf-16` (with mark), `utf-16le`, `utf-16be` |
/// | `GET /numbers` | `{"big": 9007199254740993, "price": 1.10, "huge": 1e400, "tiny": 1e-400, "pi": 3.14159265358979323846264338327950288, "zero": -0.0}` |
/// | `GET /patterns` | `{"uuid", "date_time", "date", "time", "email", "uri", "ipv4", "ipv6", "hostname", "base64", "json"}`: one good text for each format |
/// | `GET /large?items=1000` | `{"count", "items": [{"id": 1…, "name", "price", "even"}]}`, at most 100000 |
/// | `GET /nested?depth=10` | `{"child": {… {"leaf": true}}}`, at most 10000 |
/// | `GET /time` | `{"now": date-time, "unix": seconds}` |
/// | `GET /empty`, `GET /empty?type=application/json` | 200 without a body |
/// | `GET /bytes?length=256` | 0, 1, 2 … 255, 0 … as `application/octet-stream`, at most 1 MiB |
/// | `GET /hostile` | text with escapes, markup, control characters, `]]>`, `::error::` and invalid UTF-8 |
/// | `GET /health` | `{"status": "ok"}` |
///
/// **Faults.**
///
/// | route | what goes wrong |
/// |---|---|
/// | any `/reset-connection` | the connection is reset before an answer |
/// | any `/no-answer` | the connection is closed before an answer |
/// | `GET /truncated` | `Content-Length: 100`, closed after 10 bytes |
/// | `GET /stalled` | head and 10 bytes of 100, then nothing more |
/// | `GET /endless` | chunks without end |
/// | `GET /broken/json` `xml` `gzip` `gzip-end` `png` | the type is right, the content is not (`gzip-end` just ends too early) |
/// | `GET /broken/type` | JSON labelled `text/html` |
/// | `GET /broken/chunk` | a chunk whose size is no number |
/// | `GET /broken/head` | something that is not HTTP |
enum RouteCatalogue {
  /// Of two routes that match, the first is taken.
  static let all: [Route] =
    [Route("GET", "/", "Lists all routes", list)]
    + OrderRoutes.all + CatalogueRoutes.all + ImageRoutes.all + EchoRoutes.all
    + GraphQLRoutes.all + SessionRoutes.all + HTTPAuthenticationRoutes.all + OAuthRoutes.all
    + CookieRoutes.all + RedirectRoutes.all + TimingRoutes.all + FileRoutes.all + TransferRoutes.all
    + ContentRoutes.all + FaultRoutes.all

  @Sendable private static func list(_ call: Call) -> HTTPResponse {
    let routes = all.map { route -> JSONValue in
      [
        "method": .string(route.method), "path": .string(route.path),
        "summary": .string(route.summary),
      ]
    }
    return .json(["name": "curlew demo", "routes": .array(routes)])
  }
}
