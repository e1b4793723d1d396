// The page as a whole: verdict, filters, the address, keys.

function addressOf() {
  const parts = new URLSearchParams();
  if (filter.outcomes.size) parts.set("outcome", [...filter.outcomes].join(","));
  if (filter.tag) parts.set("tag", filter.tag);
  if (filter.query) parts.set("q", filter.query);
  if (filter.sort) parts.set("sort", filter.sort);
  if (filter.warned) parts.set("warned", "1");
  if (filter.operation) {
    parts.set("operation", filter.operation.name);
    if (filter.operation.status) parts.set("status", filter.operation.status);
  }
  if (selection.group && (document.body.classList.contains("showing") || wide())) parts.set("scenario", selection.group.index + (selection.group.attempts.length > 1 ? "." + selection.attempt : ""));
  return "#" + parts.toString();
}

function writeAddress(push) {
  const address = addressOf();
  if (address === location.hash || (address === "#" && !location.hash)) return;
  try {
    history[push ? "pushState" : "replaceState"](null, "", address);
  } catch {
    // Some browsers allow neither for files.
  }
}

function readAddress() {
  const parts = new URLSearchParams(location.hash.slice(1));
  filter.outcomes = new Set((parts.get("outcome") || "").split(",").filter((name) => Object.hasOwn(outcomes, name)));
  filter.tag = parts.get("tag") || "";
  filter.query = parts.get("q") || "";
  filter.sort = Object.hasOwn(orders, parts.get("sort") || "") ? parts.get("sort") || "" : "";
  filter.warned = parts.get("warned") === "1";
  filter.operation = parts.get("operation") ? { name: parts.get("operation"), status: parts.get("status") || "" } : null;
  byId("query").value = filter.query;
  byId("sort").value = filter.sort;
  if (filter.tag && ![...byId("tag").options].some((option) => option.value === filter.tag)) byId("tag").append(el("option", { value: filter.tag }, filter.tag));
  byId("tag").value = filter.tag;
  drawChips();
  refilter();
  const [index, attempt] = (parts.get("scenario") || "").split(".");
  const group = index === "" ? null : groups.find((one) => String(one.index) === index);
  document.body.classList.toggle("showing", Boolean(group));
  selection.group = group || (wide() ? shownGroups[0] || null : null);
  selection.attempt = selection.group && (Number(attempt) || defaultAttempt(selection.group));
  if (selection.group && shownGroups[selection.group.place] === selection.group) reveal(selection.group.place);
  drawList();
  renderDetail();
  drawLanes();
}

function setFilter(change) {
  Object.assign(filter, change);
  byId("query").value = filter.query;
  byId("tag").value = filter.tag;
  drawChips();
  refilter();
  byId("list-pane").scrollTop = 0;
  drawList();
  writeAddress(false);
}

function drawChips() {
  const chips = byId("chips");
  const warned = groups.filter((group) => warningsOf(group) > 0).length;
  replace(chips, Object.keys(outcomes).filter((name) => counts[name] > 0).map((name) =>
    el("button.chip." + outcomeClass(name), { type: "button", "aria-pressed": String(filter.outcomes.has(name)), "data-outcome": name,
      on: { click: () => {
        const wanted = new Set(filter.outcomes);
        if (!wanted.delete(name)) wanted.add(name);
        setFilter({ outcomes: wanted });
        chips.querySelector(`[data-outcome="${name}"]`).focus();
      } } },
    el("span.mark." + outcomeClass(name), { "aria-hidden": "true" }, outcomes[name].mark), " " + outcomes[name].name + " ", el("b", null, counts[name]))),
    warned > 0 && el("button.chip.warnings", { type: "button", id: "warned", "aria-pressed": String(filter.warned), title: "Scenarios with a rule of a contract that does not hold and only warns",
      on: { click: () => { setFilter({ warned: !filter.warned }); byId("warned").focus(); } } }, el("span.mark.flaky", { "aria-hidden": "true" }, "!"), " Warnings ", el("b", null, warned)),
    filter.operation && el("button.chip.operation-chip", { type: "button", "aria-pressed": "true", title: "Show all operations", on: { click: () => { setFilter({ operation: null }); renderDetail(); } } },
      clip(operationLabel(filter.operation), 80), " ", el("span", { "aria-label": "remove" }, "×")));
}

function drawVerdict() {
  const summary = report.summary, run = report.run || {};
  const bad = counts.failed + counts.errored;
  const unreadable = (summary && summary.unreadableFileCount) || 0;
  const cut = !summary || summary.interrupted;
  const total = scenarioCount;
  const short = (summary && summary.coverageShortfalls) || [];
  const outside = groups.filter((group) => !isScenario(group) && (group.outcome === "failed" || group.outcome === "errored")).map((group) => group.last.kind);
  let sentence, kind = "failed";
  if (bad) sentence = `${bad} of ${count(total, "scenario")} did not pass`;
  else if (outside.length) sentence = outside.slice(0, 4).join(" and ") + " did not succeed";
  else if (unreadable) sentence = count(unreadable, "file") + " could not be understood";
  else if (cut) sentence = summary ? "The run was interrupted" : "The run was cut short";
  else if (counts["not run"]) sentence = `${counts["not run"]} of ${count(total, "scenario")} were not run`;
  else if (counts.flaky && report.failsOnFlaky) sentence = `${counts.flaky} of ${count(total, "scenario")} passed only when tried again`;
  else if (short.length) sentence = "Less of the contracts was exercised than the minimum";
  else if (!total) { sentence = "Nothing was run"; kind = "skipped"; }
  else { sentence = total === 1 ? "The scenario passed" : `All ${count(total - counts.skipped, "scenario")} passed`; kind = counts.flaky ? "flaky" : "passed"; }
  const notes = [];
  if (bad && outside.length) notes.push(outside.slice(0, 4).join(" and ") + " did not succeed");
  if (kind === "failed" && short.length && !sentence.startsWith("Less ")) notes.push("coverage below the minimum");
  if (bad && cut) notes.push(summary ? "interrupted" : "cut short");
  if (run.startedAt) notes.push(new Date(run.startedAt).toLocaleString());
  if (summary) notes.push(duration(summary.duration));
  if (run.environment) notes.push("environment " + run.environment);
  if (run.shard) notes.push(`shard ${run.shard.index}/${run.shard.total}`);
  const parts = run.parts || [];
  if (parts.length) notes.push(count(parts.length, "report") + " merged");
  const seeds = parts.length ? [...new Set(parts.map((part) => part.seed))] : [run.seed];
  if (seeds[0] !== undefined) notes.push("seed " + seeds.slice(0, 8).join(", ") + (seeds.length > 8 ? " …" : ""));
  if (run.hostname) notes.push("on " + run.hostname);
  const flat = kind === "failed" ? "✗" : kind === "flaky" ? "~" : kind === "skipped" ? "–" : "✓";
  replace(byId("verdict"), el("span.seal." + kind, { "aria-hidden": "true" }, flat), el("div", null, el("h1", null, sentence), el("p.muted", null, clip(notes.join(" · "), 600))));
  document.title = visible(flat + " " + sentence + " – curlew");
}

function drawOverview() {
  const bar = byId("bar"), summary = report.summary;
  const told = Object.keys(outcomes).filter((name) => counts[name] > 0);
  bar.setAttribute("aria-label", told.map((name) => counts[name] + " " + name).join(", ") || "no scenarios");
  replace(bar, told.map((name) => el("i." + outcomeClass(name), { style: { "flex-grow": String(counts[name]) }, title: counts[name] + " " + name })));
  const facts = [];
  for (const name of told) facts.push([outcomes[name].name, counts[name], outcomeClass(name)]);
  const steps = summary && summary.steps;
  if (steps) facts.push(["Steps", Object.values(steps).reduce((sum, one) => sum + one, 0)]);
  if (summary) {
    facts.push(["Requests", summary.requestCount]);
    facts.push(["Connections", summary.connectionCount]);
    const rate = summary.duration > 0 ? summary.requestCount / summary.duration : 0;
    if (rate > 0) facts.push(["Requests / s", rate < 100 ? Math.round(rate * 10) / 10 : Math.round(rate)]);
  }
  replace(byId("facts"), facts.map(([name, value, kind]) => el("div", null, el("dt", null, kind && el("i." + kind), name), el("dd", null, value.toLocaleString("en-US")))));
}

function drawMistakes() {
  const found = report.diagnostics || [];
  const place = byId("mistakes");
  place.hidden = found.length === 0;
  if (!found.length) return;
  const errors = found.filter((one) => one.severity === "error").length;
  const list = (some) => el("ul.assertions", null, some.map((one) => el("li.assertion.bad", null,
    el("div.claim", null, el("span.mark." + (one.severity === "error" ? "failed" : "flaky"), { role: "img", "aria-label": one.severity }, one.severity === "error" ? "✗" : "!"), el("div", null, clip(one.message, 2000))),
    el("div.evidence", null, (one.place || one.path) && placeLink(one.place ? placeText(one.place) : one.path), excerpt(one.place), (one.suggestion || one.hint) && el("p.hint", null, [one.suggestion && `did you mean "${clip(one.suggestion, 200)}"?`, one.hint && clip(one.hint, 1000)].filter(Boolean).join("; "))))));
  const rank = { error: 0, warning: 1, note: 1 };
  const sorted = [...found].sort((a, b) => rank[a.severity] - rank[b.severity]);
  replace(place, el("h2", null, errors ? count(errors, "mistake") + " in files" : count(found.length, "warning")),
    list(sorted.slice(0, errors ? 5 : 2)), sorted.length > (errors ? 5 : 2) && fold("All " + sorted.length, false, () => list(sorted.slice(errors ? 5 : 2))));
}

function startTags() {
  const tags = new Map();
  for (const group of groups) for (const tag of group.last.tags || []) tags.set(tag, (tags.get(tag) || 0) + 1);
  byId("tag-label").hidden = tags.size === 0;
  replace(byId("tag"), el("option", { value: "" }, "All tags"), [...tags].sort((a, b) => (a[0] < b[0] ? -1 : 1)).map(([tag, number]) => {
    const option = el("option", null, `${clip(tag, 80)} (${number})`);
    option.value = tag;
    return option;
  }));
}

function setTheme(theme) {
  if (theme) document.documentElement.dataset.theme = theme;
  try { localStorage.setItem("curlew-theme", theme); } catch { /* not kept then */ }
  drawLanes();
}

function toggleTheme() {
  const now = document.documentElement.dataset.theme || (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
  setTheme(now === "dark" ? "light" : "dark");
}

function onKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const target = event.target, typing = target.matches("input, select, textarea");
  if (event.key === "Escape" && !byId("help").open) {
    if (typing && target.id === "query" && target.value) setFilter({ query: "" });
    else if (typing) target.blur();
    else leaveDetail();
    return;
  }
  if (typing || byId("help").open) return;
  const inList = target.id === "list";
  const keys = {
    "/": () => { byId("query").focus(); byId("query").select(); },
    "?": () => byId("help").showModal(),
    t: toggleTheme,
    j: () => step(1), k: () => step(-1),
    n: () => step(1, true), p: () => step(-1, true),
    e: () => {
      const all = [...document.querySelectorAll(".step")];
      const open = all.some((box) => box.querySelector(".step-body").hidden);
      for (const box of all.slice(0, 200)) box.openStep(open);
    },
  };
  if (inList) Object.assign(keys, {
    ArrowDown: () => step(1), ArrowUp: () => step(-1), PageDown: () => step(Math.min(10, shownGroups.length)), PageUp: () => step(-10),
    Home: () => shownGroups.length && choose(shownGroups[0]), End: () => shownGroups.length && choose(shownGroups[shownGroups.length - 1]),
    Enter: () => selection.group && choose(selection.group, { show: true, focus: true }),
  });
  if (Object.hasOwn(keys, event.key)) {
    event.preventDefault();
    keys[event.key]();
  }
}

function start() {
  try {
    const theme = localStorage.getItem("curlew-theme");
    if (theme === "dark" || theme === "light") document.documentElement.dataset.theme = theme;
  } catch { /* a file without storage */ }
  drawVerdict();
  drawMistakes();
  drawOverview();
  drawCoverage();
  drawHistogram();
  startTags();
  startLanes();
  readAddress();
  byId("query").addEventListener("input", (event) => setFilter({ query: event.target.value }));
  byId("tag").addEventListener("change", (event) => setFilter({ tag: event.target.value }));
  byId("sort").addEventListener("change", (event) => setFilter({ sort: event.target.value }));
  byId("clear").addEventListener("click", () => setFilter({ outcomes: new Set(), tag: "", query: "", operation: null, warned: false }));
  byId("theme").addEventListener("click", toggleTheme);
  byId("keys").addEventListener("click", () => byId("help").showModal());
  byId("list-pane").addEventListener("scroll", drawList, { passive: true });
  addEventListener("scroll", () => { if (!wide()) drawList(); }, { passive: true });
  addEventListener("resize", drawList);
  addEventListener("hashchange", readAddress);
  addEventListener("popstate", readAddress);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", drawLanes);
  document.addEventListener("keydown", onKey);
  document.querySelector(".skip").addEventListener("click", (event) => { event.preventDefault(); byId("detail").focus(); });
  document.body.dataset.ready = "1";
}

start();
