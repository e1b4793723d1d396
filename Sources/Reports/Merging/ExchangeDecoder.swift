import Documents
import Encodings
import RunEvents

/// Turns exchanges of a JSON report back into values.
enum ExchangeDecoder {
  /// `Exchange`; a redirect has none of its own.
  static func exchange(
    _ value: JSONValue,
    isRedirect: Bool = false
  ) throws(ReportFault) -> Exchange {
    Exchange(
      request: try value.required("request", request),
      response: try value.optional("response", response),
      timings: try value.required("timings", timings),
      address: try value.optional("address", ReportValue.text),
      redirects: isRedirect
        ? []
        : try value.list("redirects") { (value) throws(ReportFault) in
          try exchange(value, isRedirect: true)
        },
      curl: try value.optional("curl", ReportValue.text),
      isHeadCut: try value.optional("isHeadCut", ReportValue.flag) ?? false
    )
  }

  private static func request(_ value: JSONValue) throws(ReportFault) -> Exchange.Request {
    Exchange.Request(
      method: try value.required("method", ReportValue.text),
      url: try value.required("url", ReportValue.text),
      fields: try value.list("fields", field),
      body: try value.optional("body", body)
    )
  }

  private static func response(_ value: JSONValue) throws(ReportFault) -> Exchange.Response {
    Exchange.Response(
      status: try value.required("status", ReportValue.count),
      reason: try value.required("reason", ReportValue.text),
      version: try value.required("version", ReportValue.text),
      fields: try value.list("fields", field),
      body: try value.required("body", body)
    )
  }

  private static func field(_ value: JSONValue) throws(ReportFault) -> Exchange.Field {
    guard let pair = value.array, pair.count == 2 else {
      throw ReportValue.unexpected(value, "a name and a value")
    }
    return Exchange.Field(try ReportValue.text(pair[0]), try ReportValue.text(pair[1]))
  }

  private static func body(_ value: JSONValue) throws(ReportFault) -> Exchange.Body {
    var bytes: [UInt8] = []
    if let text = try value.optional("text", ReportValue.text) {
      bytes = Array(text.utf8)
    } else if let text = try value.optional("base64", ReportValue.text) {
      guard let decoded = Base64.decode(text) else {
        throw ReportFault("expected base64").below("base64")
      }
      bytes = decoded
    }
    return Exchange.Body(
      bytes: bytes,
      count: try value.optional("count", ReportValue.count).map(Int64.init),
      mediaType: try value.optional("mediaType", ReportValue.text)
    )
  }

  private static func timings(_ value: JSONValue) throws(ReportFault) -> Exchange.Timings {
    Exchange.Timings(
      nameLookup: try value.required("nameLookup", ReportValue.seconds),
      connect: try value.required("connect", ReportValue.seconds),
      tls: try value.required("tls", ReportValue.seconds),
      requestStart: try value.required("requestStart", ReportValue.seconds),
      responseStart: try value.required("responseStart", ReportValue.seconds),
      total: try value.required("total", ReportValue.seconds),
      reusedConnection: try value.required("reusedConnection", ReportValue.flag)
    )
  }
}
