// The list of scenarios: filtered, in order, and only as much of it in the page as is in sight.

const rowHeight = 58;
const filter = { outcomes: new Set(), tag: "", query: "", sort: "", operation: null, warned: false };
const selection = { group: null, attempt: null };
let shownGroups = [];

function matches(group) {
  if (filter.outcomes.size && !filter.outcomes.has(group.outcome)) return false;
  if (filter.tag && !(group.last.tags || []).includes(filter.tag)) return false;
  if (filter.operation && !hasExercised(group, filter.operation)) return false;
  if (filter.warned && !warningsOf(group)) return false;
  if (!filter.query) return true;
  const text = searchText(group);
  return filter.query.toLowerCase().split(/\s+/).filter(Boolean).every((word) => text.includes(word));
}

// How often a rule of a contract did not hold that only warns.
function warningsOf(group) {
  return group.attempts.reduce((sum, row) => sum + (row.warnings || 0), 0);
}

const orders = {
  "": (a, b) => outcomes[a.outcome].rank - outcomes[b.outcome].rank || a.order - b.order,
  source: (a, b) => a.order - b.order,
  slow: (a, b) => b.duration - a.duration || a.order - b.order,
  start: (a, b) => a.at - b.at || a.order - b.order,
};

function refilter() {
  shownGroups = groups.filter(matches).sort(orders[filter.sort] || orders[""]);
  shownGroups.forEach((group, place) => { group.place = place; });
  byId("list").style.height = shownGroups.length * rowHeight + "px";
  byId("none").hidden = shownGroups.length > 0 || groups.length === 0;
  byId("shown").textContent = shownGroups.length === groups.length ? count(scenarioCount, "scenario") : `${shownGroups.filter(isScenario).length} of ${count(scenarioCount, "scenario")}`;
  drawList();
}

function drawList() {
  const list = byId("list");
  const pane = byId("list-pane");
  const own = getComputedStyle(pane).overflowY === "auto";
  const area = list.getBoundingClientRect();
  const frame = own ? pane.getBoundingClientRect() : { top: 0, bottom: innerHeight };
  const first = Math.max(0, Math.floor((frame.top - area.top) / rowHeight) - 6);
  const last = Math.min(shownGroups.length, Math.ceil((frame.bottom - area.top) / rowHeight) + 6);
  const part = document.createDocumentFragment();
  for (let place = first; place < last; place++) part.append(listRow(shownGroups[place], place));
  // The chosen one is always there, so that aria-activedescendant leads somewhere.
  const chosen = selection.group;
  const inside = chosen && shownGroups[chosen.place] === chosen;
  if (inside && (chosen.place < first || chosen.place >= last)) part.append(listRow(chosen, chosen.place));
  list.replaceChildren(part);
  if (inside) list.setAttribute("aria-activedescendant", "row-" + chosen.index);
  else list.removeAttribute("aria-activedescendant");
}

// The name gives way where there is no room; what tells rows and turns apart does not.
function rowTitle(row) {
  const name = row.label && row.title.endsWith(" " + row.label) ? row.title.slice(0, -row.label.length - 1) : null;
  if (name === null) return el("div.row-title", null, clip(row.title, 200));
  return el("div.row-title.parts", null, el("span", null, clip(name, 200)), " ", el("span.row-label", null, row.label));
}

function listRow(group, place) {
  const row = group.last;
  const chosen = selection.group === group;
  const node = el("div.row." + outcomeClass(group.outcome), { id: "row-" + group.index, role: "option", "aria-selected": String(chosen), "aria-posinset": place + 1, "aria-setsize": shownGroups.length, style: { top: place * rowHeight + "px" } },
    mark(group.outcome),
    el("div.row-text", null, rowTitle(row), el("div.row-note", null, group.bad && group.outcome !== "passed" ? clip(group.bad, 200) : row.reason ? clip(row.reason, 200) : row.path + ":" + row.line)),
    el("div.row-side", null, el("span", null, group.outcome === "not run" ? "" : duration(group.duration)), group.attempts.length > 1 && el("span.muted", null, count(group.attempts.length, "attempt")), warningsOf(group) > 0 && el("span.warned", null, count(warningsOf(group), "warning"))));
  node.addEventListener("click", () => choose(group, { show: true }));
  return node;
}

function choose(group, options = {}) {
  selection.group = group;
  selection.attempt = group ? options.attempt ?? defaultAttempt(group) : null;
  if (options.show) document.body.classList.add("showing");
  if (group && group.place !== undefined && shownGroups[group.place] === group) reveal(group.place);
  drawList();
  renderDetail();
  drawLanes();
  writeAddress(options.show && !wide());
  const pane = byId("detail");
  if (options.show) {
    if (wide()) {
      if (pane.getBoundingClientRect().top < 0) byId("list-pane").scrollIntoView({ block: "start" });
    } else {
      scrollTo(0, 0);
    }
    if (options.focus || !wide()) pane.focus({ preventScroll: true });
  }
}

// What went wrong is what a person wants to see of a flaky scenario.
function defaultAttempt(group) {
  if (group.outcome !== "flaky") return group.last.attempt;
  return (group.attempts.find((row) => row.bad) || group.last).attempt;
}

function wide() {
  return matchMedia("(min-width: 901px)").matches;
}

function reveal(place) {
  const pane = byId("list-pane");
  if (!wide()) return;
  const top = place * rowHeight;
  if (top < pane.scrollTop) pane.scrollTop = top;
  else if (top + rowHeight > pane.scrollTop + pane.clientHeight) pane.scrollTop = top + rowHeight - pane.clientHeight;
}

function leaveDetail() {
  document.body.classList.remove("showing");
  writeAddress(false);
  drawList();
  const list = byId("list");
  if (!wide() && selection.group) scrollTo(0, list.getBoundingClientRect().top + scrollY + (selection.group.place || 0) * rowHeight - innerHeight / 3);
  drawList();
  list.focus({ preventScroll: true });
}

function step(by, bad) {
  if (!shownGroups.length) return;
  let place = selection.group && shownGroups[selection.group.place] === selection.group ? selection.group.place : by > 0 ? -1 : shownGroups.length;
  do place += by; while (bad && shownGroups[place] && !["failed", "errored", "flaky"].includes(shownGroups[place].outcome));
  if (shownGroups[place]) choose(shownGroups[place], { show: document.body.classList.contains("showing") });
}
