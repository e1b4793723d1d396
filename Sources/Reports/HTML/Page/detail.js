// One scenario with its steps.

const stepChunk = 100;

function placeText(place) {
  return place ? place.path + ":" + place.line + ":" + place.column : "";
}

function placeLink(text) {
  return el("button.place", { type: "button", title: "Copy the place", on: { click: (event) => copyText(text, event.currentTarget) } }, text);
}

// The line of a file with the stretch underlined, as compilers show it.
function excerpt(place, note) {
  if (!place) return null;
  const source = Array.from(place.source || "");
  // What the report cut off before the text counts as columns, too.
  const origin = place.sourceColumn || 1;
  const start = Math.min(place.column - origin, source.length);
  const end = place.endLine === place.line ? Math.max(start + 1, Math.min(place.endColumn - origin, source.length)) : source.length;
  // The indentation says nothing; a long line is cut around its place.
  const indent = Math.min(Math.max(0, source.findIndex((character) => character.trim() !== "")), start);
  const from = source.length > 200 ? Math.max(indent, start - 60) : indent;
  const to = Math.min(source.length, from + 200);
  return el("div.excerpt", null,
    el("div.line", null, el("span.number", null, place.line),
      el("code", null, from > indent && "…", source.slice(from, start).join(""), el("mark", null, source.slice(start, Math.min(end, to)).join("") || " "), source.slice(Math.min(end, to), to).join(""), to < source.length && "…")),
    note && el("div.note-line", null, el("span.number"), el("span", null, note)));
}

// Two texts with the middle part in which they differ marked.
function comparison(expected, actual) {
  const left = Array.from(clip(expected, 4000)), right = Array.from(clip(actual, 4000));
  let start = 0;
  while (start < left.length && start < right.length && left[start] === right[start]) start++;
  let end = 0;
  while (end < left.length - start && end < right.length - start && left[left.length - 1 - end] === right[right.length - 1 - end]) end++;
  const worth = start + end > 2;
  const show = (all, kind) => worth
    ? [all.slice(0, start).join(""), el("span." + kind, null, all.slice(start, all.length - end).join("")), all.slice(all.length - end).join("")]
    : [all.join("")];
  return [el("code.expected", null, show(left, "was")), el("code.actual", null, show(right, "is"))];
}

const verdicts = { holds: ["✓", "holds"], fails: ["✗", "fails"], warns: ["!", "warns"], errored: ["!", "no verdict"], "not evaluated": ["–", "not evaluated"] };

function assertionView(assertion) {
  const [sign, word] = verdicts[assertion.verdict] || ["?", assertion.verdict];
  const bad = assertion.verdict === "fails" || assertion.verdict === "errored";
  const warns = assertion.verdict === "warns";
  const sentence = assertion.message || assertion.reason ||
    (bad || warns ? "expected " + assertion.expected + (assertion.actual !== undefined ? ", got " + assertion.actual : "") : assertion.expected);
  const head = el("div.claim", null,
    el("span.mark." + (bad ? (assertion.verdict === "fails" ? "failed" : "errored") : warns ? "flaky" : assertion.verdict === "holds" ? "passed" : "skipped"), { role: "img", "aria-label": word }, sign),
    el("div", null, el("code.subject", null, clip(assertion.subject, 300)), " ", el("span", null, clip(sentence, 2000))));
  if (!bad && !warns) return el("li.assertion", null, head);
  const [expected, actual] = comparison(assertion.expected || "", assertion.actual === undefined ? "" : assertion.actual);
  const differences = assertion.differences || [];
  return el("li.assertion." + (bad ? "bad" : "warning"), null, head,
    el("div.evidence", null,
      assertion.documentPlace && placeLink(placeText(assertion.documentPlace)),
      excerpt(assertion.documentPlace),
      assertion.place && placeLink(placeText(assertion.place)),
      !assertion.documentPlace && excerpt(assertion.place),
      differences.length === 0 && assertion.actual !== undefined && el("dl.pair", null, el("div", null, el("dt", null, "expected"), el("dd", null, expected)), el("div", null, el("dt", null, "got"), el("dd", null, actual))),
      differences.length > 0 && el("div.scroll", { tabindex: "0" }, el("table", null,
        el("thead", null, el("tr", null, el("th", { scope: "col" }, "at"), el("th", { scope: "col" }, "expected"), el("th", { scope: "col" }, "got"))),
        el("tbody", null, differences.slice(0, 100).map((one) => {
          const [was, is] = comparison(one.expected, one.actual);
          return el("tr", null, el("td", null, el("code", null, clip(one.path, 300))), el("td", null, was), el("td", null, is));
        })))),
      differences.length > 100 && el("p.muted", null, "and " + count(differences.length - 100, "further difference")),
      (assertion.parts || []).length > 0 && el("dl.values", null, assertion.parts.slice(0, 50).map((part) => el("div", null, el("dt", null, el("code", null, clip(part.text, 300))), el("dd", null, el("code", null, clip(part.value, 1000)))))),
      assertion.excerpt && el("p.context", null, clip(assertion.excerpt, 2000))));
}

function faultView(fault) {
  return el("li.assertion.bad", null,
    el("div.claim", null, el("span.mark.errored", { role: "img", "aria-label": "no verdict" }, "!"), el("div", null, el("code.subject", null, clip(fault.kind, 80)), " ", el("span", null, clip(fault.message, 2000)))),
    el("div.evidence", null, fault.place && placeLink(placeText(fault.place)), excerpt(fault.place), fault.hint && el("p.hint", null, clip(fault.hint, 1000))));
}

const phases = [["DNS", "nameLookup", "dns"], ["Connect", "connect", "tcp"], ["TLS", "tls", "tls"], ["Send", "requestStart", "send"], ["Wait", "responseStart", "wait"], ["Download", "total", "load"]];

function timingView(exchange) {
  const timings = exchange.timings || {};
  const total = timings.total || 0;
  if (!(total > 0)) return null;
  const bar = el("div.timing", { role: "img" }), legend = el("dl.legend");
  let behind = 0;
  const words = [];
  for (const [name, key, kind] of phases) {
    const until = Math.max(behind, Math.min(timings[key] || 0, total));
    const long = until - behind;
    if (long > 0) {
      bar.append(el("i." + kind, { style: { left: behind / total * 100 + "%", width: Math.max(0.4, long / total * 100) + "%" }, title: name + " " + duration(long) }));
      legend.append(el("div", null, el("dt", null, el("i." + kind), name), el("dd", null, duration(long))));
      words.push(name + " " + duration(long));
    }
    behind = until;
  }
  bar.setAttribute("aria-label", words.join(", "));
  return el("div.timings", null, bar, legend,
    el("p.muted", null, [duration(total) + " in all", timings.reusedConnection ? "on a connection that was open" : null, exchange.address ? "to " + exchange.address : null].filter(Boolean).join(", ")));
}

function fieldsView(fields) {
  if (!fields || !fields.length) return el("p.muted", null, "no header fields");
  return el("dl.fields", null, fields.slice(0, 300).map(([name, value]) => el("div", null, el("dt", null, clip(name, 200)), el("dd", null, clip(value, 4000)))));
}

function quoted(word) {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : "'" + word.replace(/'/g, "'\\''") + "'";
}

function curlOf(exchange) {
  if (exchange.curl) return exchange.curl;
  const request = exchange.request;
  const words = ["curl"];
  if (request.method !== "GET") words.push("-X", request.method);
  if ((request.fields || []).some(([name]) => /^accept-encoding$/i.test(name))) words.push("--compressed");
  for (const [name, value] of request.fields || []) if (!/^(content-length|transfer-encoding|accept-encoding)$/i.test(name)) words.push("-H", name + ": " + value);
  if (request.body && request.body.text) words.push("--data-binary", request.body.text);
  words.push(request.url);
  return words.map(quoted).join(" ");
}

function statusClass(status) {
  return status >= 500 ? "s5" : status >= 400 ? "s4" : status >= 300 ? "s3" : "s2";
}

function fold(title, open, make) {
  const details = el("details.fold", open ? { open: true } : null, el("summary", null, title));
  const render = () => { if (details.open && !details.dataset.full) { details.dataset.full = "1"; append(details, [el("div.folded", null, make())]); } };
  details.addEventListener("toggle", render);
  if (open) render();
  return details;
}

function exchangeView(exchange, bad) {
  const { request, response } = exchange;
  const part = document.createDocumentFragment();
  part.append(timingView(exchange) || "");
  for (const one of exchange.redirects || []) {
    part.append(fold(["Redirect ", el("code", null, one.request.method + " " + clip(one.request.url, 300)), one.response && el("b.status." + statusClass(one.response.status), null, one.response.status)], false, () => exchangeParts(one)));
  }
  part.append(fold(["Request ", el("code", null, request.method + " " + clip(request.url, 500))], false, () => [
    fieldsView(request.fields), request.body && bodyView(request.body), copyButton("Copy as curl", () => curlOf(exchange))]));
  part.append(response
    ? fold(["Response ", el("b.status." + statusClass(response.status), null, response.status + " " + clip(response.reason, 60)), el("span.muted", null, " HTTP/" + response.version)], bad, () => [fieldsView(response.fields), bodyView(response.body)])
    : el("p.muted", null, exchange.isHeadCut ? "The response was cut in its head." : "No response came."));
  return part;
}

function exchangeParts(exchange) {
  return [timingView(exchange), fieldsView(exchange.request.fields), bodyView(exchange.request.body),
    exchange.response && fieldsView(exchange.response.fields), exchange.response && bodyView(exchange.response.body)];
}

function attemptView(step, attempt, single) {
  const assertions = attempt.assertions || [];
  const told = new Set((step.assertions || []).map((one) => JSON.stringify(one)));
  const bad = assertions.filter((one) => one.verdict !== "holds" && !(single && told.has(JSON.stringify(one))));
  const good = assertions.filter((one) => one.verdict === "holds");
  const part = document.createDocumentFragment();
  if (attempt.fault && !single) part.append(el("ul.assertions", null, faultView(attempt.fault)));
  if (bad.length) part.append(el("ul.assertions", null, bad.map(assertionView)));
  if (attempt.operation) part.append(el("p.muted.of-operation", null, "Operation ", el("code", null, clip(attempt.operation, 300))));
  if (attempt.exchange) part.append(exchangeView(attempt.exchange, attempt.result === "failed"));
  if (good.length) part.append(fold(count(good.length, "assertion") + (good.length === 1 ? " holds" : " hold"), false, () => el("ul.assertions", null, good.map(assertionView))));
  return part;
}

function attemptName(attempt) {
  const parts = [];
  if (attempt.turn !== undefined) parts.push("turn " + (attempt.turn + 1));
  if (attempt.turn === undefined || attempt.number > 1) parts.push("attempt " + attempt.number);
  return parts.join(", ");
}

function stepBody(step) {
  const part = document.createDocumentFragment();
  const attempts = step.attempts || [];
  if (step.fault) part.append(el("ul.assertions", null, faultView(step.fault)));
  const bad = (step.assertions || []).filter((one) => one.verdict !== "holds");
  if (bad.length) part.append(el("ul.assertions", null, bad.map(assertionView)));
  if (step.reason) part.append(el("p.muted", null, clip(step.reason, 1000)));
  if (attempts.length === 1) part.append(attemptView(step, attempts[0], true));
  if (attempts.length > 1) {
    const shown = el("div.attempt");
    const tabs = el("div.tabs", { role: "group", "aria-label": "Attempts" });
    const pick = (attempt, tab) => {
      for (const other of tabs.children) other.setAttribute("aria-pressed", String(other === tab));
      replace(shown, attemptView(step, attempt, false));
    };
    for (const attempt of attempts.slice(0, 500)) {
      const tab = el("button.tab", { type: "button", "aria-pressed": "false" }, mark(attempt.result), " " + attemptName(attempt) + " ", el("span.muted", null, duration(attempt.duration)));
      tab.addEventListener("click", () => pick(attempt, tab));
      tabs.append(tab);
    }
    part.append(tabs);
    if (step.attemptCount > attempts.length) part.append(el("p.muted", null, `${attempts.length} of ${count(step.attemptCount, "attempt")} are kept`));
    part.append(shown);
    const chosen = Math.max(0, attempts.findLastIndex((attempt) => attempt.result === step.result));
    pick(attempts[chosen], tabs.children[Math.min(chosen, tabs.children.length - 1)]);
  }
  if ((step.captures || []).length) {
    part.append(fold(count(step.captures.length, "capture"), false, () => el("dl.fields", null, step.captures.map((one) => el("div", null, el("dt", null, clip(one.name, 200)), el("dd", null, clip(one.value, 4000)))))));
  }
  if ((step.logs || []).length) part.append(fold(count(step.logs.length, "line") + " of log", true, () => el("pre.code", { tabindex: "0" }, step.logs.map((line) => clip(line, 10000) + "\n"))));
  part.append(el("p.muted.stepplace", null, placeLink(placeText(step.place))));
  return part;
}

function requestNote(step) {
  const attempts = step.attempts || [];
  const last = attempts[attempts.length - 1];
  if (!last || !last.exchange) return step.action && step.result !== "skipped" ? el("span.request", null, step.action) : null;
  const { request, response } = last.exchange;
  const path = request.url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, "") || "/";
  return el("span.request", null, el("b", null, request.method), " ", clip(path, 160), " ", response ? el("b.status." + statusClass(response.status), null, response.status) : last.exchange.isHeadCut ? "a response cut in its head" : "no response");
}

function stepView(step, scenario, opened) {
  const id = "step-" + step.index;
  const box = el("section.step." + outcomeClass(step.result) + (filter.operation && stepHasExercised(step, filter.operation) ? ".exercised" : ""), { id });
  const body = el("div.step-body", { id: id + "-body", hidden: true });
  const button = el("button.step-head", { type: "button", "aria-expanded": "false", "aria-controls": id + "-body" },
    mark(step.result), el("span.step-name", null, clip(step.name, 400)), requestNote(step),
    el("span.attempts.muted", null, step.attemptCount > 1 && "×" + step.attemptCount), el("span.time", null, step.result === "skipped" ? "" : duration(step.duration)));
  const open = (wanted) => {
    if (wanted && !body.firstChild) body.append(stepBody(step));
    body.hidden = !wanted;
    button.setAttribute("aria-expanded", String(wanted));
  };
  button.addEventListener("click", () => open(body.hidden));
  box.openStep = open;
  box.append(el("h4", null, button), body);
  if (opened) open(true);
  return box;
}

function waterfall(steps, bad, show) {
  const ran = steps.filter((step) => step.result !== "skipped" && step.at > 0);
  if (ran.length < 2) return null;
  const start = Math.min(...ran.map((step) => step.at));
  const span = Math.max(1e-6, ...ran.map((step) => step.at + step.duration - start));
  const box = el("div.waterfall", { role: "list", "aria-label": "When each step ran" });
  for (const step of ran.slice(0, 200)) {
    const left = (step.at - start) / span * 100, wide = Math.max(0.3, step.duration / span * 100);
    box.append(el("button.fall", { type: "button", role: "listitem", title: clip(step.name, 200), on: { click: () => show(step) } },
      el("span.fall-name", null, clip(step.name, 120)),
      el("span.fall-track", null, el("i." + outcomeClass(step.result), { style: { left: Math.min(left, 99.7) + "%", width: Math.min(wide, 100 - Math.min(left, 99.7)) + "%" } })),
      el("span.fall-time", null, duration(step.duration))));
  }
  const more = ran.length > 200 && el("p.muted", null, "and " + count(ran.length - 200, "further step"));
  return fold(["Waterfall ", el("span.muted", null, count(ran.length, "step") + " in " + duration(span))], ran.length <= (bad ? 8 : 40), () => [box, more]);
}

function renderDetail() {
  const place = byId("detail");
  const group = selection.group;
  if (!group) {
    replace(place, el("p.empty", null, groups.length ? "Choose a scenario." : "Nothing was run."));
    return;
  }
  const row = group.attempts.find((one) => one.attempt === selection.attempt) || group.last;
  const scenario = scenarioOf(row) || { steps: [] };
  const steps = scenario.steps || [];
  const back = el("button.back", { type: "button", on: { click: () => leaveDetail() } }, "← All scenarios");
  const tags = row.tags || [];
  const head = el("header.detail-head", null, back,
    el("h2", null, mark(row.outcome), el("span", null, clip(scenario.title || row.title, 1000))),
    el("p.meta", null, placeLink(row.path + ":" + row.line), el("span.muted", null, [duration(row.duration), count(steps.length, "step"), row.kind !== "scenario" ? row.kind : null].filter(Boolean).join(" · ")),
      tags.map((tag) => el("button.tag", { type: "button", title: "Only this tag", on: { click: () => setFilter({ tag }) } }, tag)),
      copyButton("Copy link", () => location.href)),
    row.description && el("p.description", null, clip(row.description, 10000)),
    scenario.rowNumber && el("p.description", null, clip("row " + scenario.rowNumber + (scenario.rowPlace ? " at " + scenario.rowPlace.path + ":" + scenario.rowPlace.line : "") + (scenario.rowValues ? ": " + scenario.rowValues : ""), 1000)),
    row.reason && el("p.reason", null, clip(row.reason, 1000)));
  const tabs = group.attempts.length > 1 && el("div.tabs", { role: "group", "aria-label": "Attempts at the scenario" }, group.attempts.map((one) =>
    el("button.tab", { type: "button", "aria-pressed": String(one === row), on: { click: () => choose(group, { attempt: one.attempt }) } }, mark(one.outcome), " attempt " + one.attempt + " ", el("span.muted", null, duration(one.duration)))));
  const list = el("div.steps");
  let shown = 0, phase = null;
  const several = new Set(steps.map((step) => step.phase)).size > 1;
  let opened = 0;
  const more = el("button.more", { type: "button" });
  const showMore = (until) => {
    for (; shown < Math.min(until, steps.length); shown++) {
      const step = steps[shown];
      if (several && step.phase !== phase) list.append(el("h3.phase", null, step.phase));
      phase = step.phase;
      const bad = step.result === "failed" || step.result === "errored";
      list.append(stepView(step, scenario, (bad && opened++ < 10) || steps.length === 1));
    }
    more.hidden = shown >= steps.length;
    more.textContent = "Show " + Math.min(stepChunk * 5, steps.length - shown) + " more of " + count(steps.length, "step");
  };
  more.addEventListener("click", () => showMore(shown + stepChunk * 5));
  const firstBad = steps.findIndex((step) => step.result === "failed" || step.result === "errored");
  showMore(Math.max(stepChunk, Math.min(firstBad + 20, 2000)));
  const showStep = (step) => {
    showMore(steps.indexOf(step) + 1);
    const box = byId("step-" + step.index);
    if (box) { box.openStep(true); box.scrollIntoView({ block: "start" }); box.querySelector("button").focus({ preventScroll: true }); }
  };
  // What broke is said first, whatever stands before it in the scenario.
  const bad = steps[firstBad];
  const cause = row.bad && el("p.cause." + outcomeClass(row.outcome), null,
    bad && el("button.cause-step", { type: "button", title: "Show the step", on: { click: () => showStep(bad) } }, clip(bad.name, 200)),
    el("span", null, clip(row.bad, 500)));
  replace(place, head, tabs, cause, waterfall(steps, firstBad >= 0, showStep), list, more);
}
