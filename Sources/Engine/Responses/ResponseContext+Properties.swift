import Assertions
import Cryptography
import Documents
import Encodings
import SessionCore

/// The values of a response by the names that files give them: what `expect` judges and `capture` takes.
extension ResponseContext {
  /// `status`, `time`, `size`, `http`, `ip`, `url`, `redirects`.
  func measure(_ name: String) -> Subject {
    switch name {
    case "status": .measure(.number(JSONNumber(response.status)))
    case "time": .measure(.number(milliseconds), unit: "ms")
    case "size": .measure(.number(JSONNumber(bodyCount)), unit: "bytes")
    case "http": .measure(.string(response.version))
    case "ip": .measure(address.map { .string($0) })
    case "url": .measure(.string(response.url.text))
    case "redirects": .measure(.number(JSONNumber(metrics.redirectCount)))
    case _: .measure(nil)
    }
  }

  /// The redirects that were followed, in order: `status`, `url`, `location`, `headers` of each.
  var redirects: JSONValue {
    var redirects: [JSONValue] = []
    for (hop, next) in zip(metrics.hops, metrics.hops.dropFirst()) {
      let answer = hop.response
      let policy = hop.request.redirects ?? .standard
      guard policy.isRedirect(answer.status), answer.headers["Location"] != nil else { continue }
      var headers = JSONObject()
      for field in answer.headers {
        let name = field.name.lowercased()
        let value = JSONValue.string(field.value)
        if let known = headers[name] {
          headers[name] = .array((known.array ?? [known]) + [value])
        } else {
          headers[name] = value
        }
      }
      redirects.append([
        "status": .number(JSONNumber(answer.status)),
        "url": .string(answer.url.text),
        "location": .string(next.request.url.text),
        "headers": .object(headers),
      ])
    }
    return .array(redirects)
  }

  /// The value of an attribute of a cookie that the response sets, as the file calls it.
  func subject(ofAttribute name: String, of cookie: Cookie) -> Subject {
    guard name == "max-age" else { return cookie.subject(ofAttribute: name) }
    let field = response.headers.values("Set-Cookie").last {
      Cookie(setCookie: $0, from: self.response.url, now: receivedAt) == cookie
    }
    return .measure(
      field.flatMap { Cookie.maxAge(inSetCookie: $0) }.flatMap { JSONNumber($0) }.map {
        .number($0)
      },
      unit: "s"
    )
  }

  /// A property of the certificate of the server that answered last; nothing without one.
  func certificate(_ name: String) -> Subject {
    guard let certificate = certificateFacts else { return .text(nil) }
    return switch name {
    case "subject": .text(certificate.subject)
    case "issuer": .text(certificate.issuer)
    case "starts": .text(CivilDate(secondsSince1970: certificate.notBefore).rfc3339)
    case "expires": .text(CivilDate(secondsSince1970: certificate.notAfter).rfc3339)
    case "serial-number": .text(certificate.serialNumber)
    case "pem": .text(PEM.encode(PEM.Block(label: "CERTIFICATE", bytes: certificate.der)))
    case "san": .text(certificate.alternativeNamesText)
    case "alternative-names":
      Subject(
        .nodes((certificate.dnsNames + certificate.ipAddresses).map { .string($0) }),
        nature: .text
      )
    case _: .text(nil)
    }
  }

  /// Why there is no certificate; `nil` when there is one.
  var missingCertificate: String? {
    guard certificateFacts == nil else { return nil }
    return response.url.scheme == "https"
      ? "the server showed no certificate that can be read"
      : "\(response.url.scheme ?? "http") has no certificates, only https has"
  }

  /// `length`, `sha256`, `md5`, `hex` of the whole body, the digests too in hexadecimal digits.
  ///
  /// - Parameter name: one of these.
  /// - Returns: the value.
  /// - Throws: when a digest cannot be made.
  func bytes(_ name: String) throws(CryptographyError) -> Subject {
    if name == "raw" { return .text(Hex.encode(coded?.bytes ?? body)) }
    if name == "hex" { return .text(Hex.encode(body)) }
    guard let algorithm = DigestAlgorithm(rawValue: name) else { return measure("size") }
    if let facts { return .text(facts.digests[algorithm].map { Hex.encode($0) }) }
    return .text(Hex.encode(try algorithm.digest(of: body)))
  }

  /// What the response last does to a cookie: it sets or deletes it.
  ///
  /// - Parameters:
  ///   - name: the exact name.
  ///   - path: only a cookie with this path, if given.
  ///   - domain: only a cookie with this domain, if given.
  ///   - isFirst: whether the first such field counts.
  /// - Returns: the last `Set-Cookie` of such a cookie, or the first.
  func cookieChange(
    _ name: String,
    path: String?,
    domain: String?,
    isFirst: Bool = false
  ) -> Cookie? {
    let domain = domain.map { $0.hasPrefix(".") ? String($0.dropFirst()) : $0 }?.lowercased()
    func isMeant(_ cookie: Cookie) -> Bool {
      cookie.name == name && cookie.path == path ?? cookie.path
        && cookie.domain == domain ?? cookie.domain
    }
    return isFirst ? cookieFields.first(where: isMeant) : cookieFields.last(where: isMeant)
  }
}

extension CertificateFacts {
  /// The alternative names on one line; `nil` when there are none.
  fileprivate var alternativeNamesText: String? {
    let names = dnsNames.map { "DNS:\($0)" } + ipAddresses.map { "IP Address:\($0)" }
    return names.isEmpty ? nil : names.joined(separator: ", ")
  }
}

extension ImageInfo {
  /// `format`, `width`, `height`, `frames`.
  func property(_ name: String) -> Subject {
    switch name {
    case "format": .measure(.string(format.rawValue))
    case "width": .measure(.number(JSONNumber(width)), unit: "pixels")
    case "height": .measure(.number(JSONNumber(height)), unit: "pixels")
    case "frames": .measure(.number(JSONNumber(frames)))
    case _: .measure(nil)
    }
  }
}

extension Cookie {
  /// The value of an attribute, as the file calls it.
  func subject(ofAttribute name: String) -> Subject {
    switch name {
    case "path": .text(path)
    case "domain": .text(domain)
    case "secure": .measure(.bool(isSecure))
    case "http-only": .measure(.bool(isHTTPOnly))
    case "same-site": .text(sameSite?.rawValue)
    case "expires": .text(expires.map { CivilDate(secondsSince1970: max(0, $0)).rfc3339 })
    case _: .text(nil)
    }
  }
}
