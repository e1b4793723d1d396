// What was exercised of contracts: operations as rows, statuses as cells, what is missing first. A click filters the scenarios that exercised it.

const contracts = (embedded("data-coverage") || {}).contracts || [];
const operationChunk = 100;
const aspects = [["operations", "Operations"], ["responses", "Responses"], ["parameters", "Parameters"], ["properties", "Properties"]];

// The statuses that a document has for an operation, by the name of the operation.
const documentedStatuses = new Map();
for (const contract of contracts) for (const operation of contract.operations) documentedStatuses.set(operation.name, (operation.responses || []).map((one) => one.status));

// The entry of the document that a status belongs to: itself, its class, else "default".
function documentedStatus(name, status) {
  const all = documentedStatuses.get(name) || [];
  return all.find((one) => one === status) || all.find((one) => /^[1-5]XX$/i.test(one) && one[0] === status[0]) || all.find((one) => one === "default") || null;
}

function exercises(pair, wanted) {
  const [name, status] = pair;
  return name === wanted.name && (!wanted.status || (status && documentedStatus(name, status) === wanted.status));
}

function hasExercised(group, wanted) {
  return group.attempts.some((row) => (row.operations || []).some((pair) => exercises(pair, wanted)));
}

function stepHasExercised(step, wanted) {
  return (step.attempts || []).some((attempt) => attempt.operation && exercises([attempt.operation, attempt.exchange && attempt.exchange.response ? String(attempt.exchange.response.status) : ""], wanted));
}

function operationLabel(wanted) {
  return wanted.name + (wanted.status ? " " + wanted.status : "");
}

function showExercised(wanted) {
  document.body.classList.remove("showing");
  setFilter({ operation: wanted });
  choose(shownGroups[0] || null);
  document.querySelector(".filters").scrollIntoView({ block: "start" });
}

function shareText(share) {
  return share.total ? `${share.covered.toLocaleString("en-US")} of ${share.total.toLocaleString("en-US")}` : "none";
}

function gaps(operation) {
  const found = [];
  const add = (kind, names) => { if (names.length) found.push([kind, names]); };
  const unseen = (items) => (items || []).filter((one) => !one.count);
  add("Responses", unseen(operation.responses).map((one) => one.status));
  add("Response types", (operation.responses || []).filter((one) => one.count).flatMap((one) => unseen(one.mediaTypes).map((type) => one.status + " " + type.name)));
  add("Request types", unseen(operation.requestMediaTypes).map((one) => one.name));
  add("Parameters", unseen(operation.parameters).map((one) => one.name + " in " + one.in));
  add("Values", (operation.parameters || []).filter((one) => one.count).flatMap((one) => unseen(one.values).map((value) => one.name + "=" + value.name)));
  add("Properties", unseen(operation.properties).map((one) => one.path + " of " + one.status + ((operation.properties.some((other) => other.status === one.status && other.mediaType !== one.mediaType)) ? " " + one.mediaType : "")));
  return found;
}

function isExercisedWhole(operation) {
  return aspects.every(([key]) => operation.coverage[key].covered === operation.coverage[key].total);
}

function operationRank(operation) {
  return operation.count === 0 ? 0 : isExercisedWhole(operation) ? 2 : 1;
}

function gapsView(operation) {
  const found = gaps(operation);
  const missing = found.reduce((sum, [, names]) => sum + names.length, 0);
  if (!missing) return el("span.muted", null, "nothing");
  return fold(count(missing, "part"), false, () => el("dl.gaps", null, found.map(([kind, names]) => el("div", null, el("dt", null, kind), el("dd", null,
    names.slice(0, 100).map((name) => el("code", null, clip(name, 200))), names.length > 100 && el("span.muted", null, `and ${names.length - 100} more`))))));
}

function operationRow(operation) {
  const cell = (label, ...children) => el("td", { "data-label": label }, ...children);
  const name = operation.method + " " + operation.path;
  const wanted = { name: operation.name, status: "" };
  const title = [el("b.method", null, operation.method), " ", clip(operation.path, 300)];
  const statuses = (operation.responses || []).map((one) => one.count
    ? el("button.status-cell.seen", { type: "button", title: "Show the scenarios that got it", on: { click: () => showExercised({ name: operation.name, status: one.status }) } }, one.status, el("small", null, "×" + one.count.toLocaleString("en-US")))
    : el("span.status-cell.missing", { title: "never came" }, one.status, el("span.hidden", null, " never came")));
  const parameters = operation.coverage.parameters, properties = operation.coverage.properties;
  return el("tr." + ["unseen", "partly", "whole"][operationRank(operation)], null,
    el("th", { scope: "row" },
      operation.count ? el("button.operation", { type: "button", title: "Show the scenarios that exercised it", on: { click: () => showExercised(wanted) } }, title) : el("span.operation", null, title),
      operation.name !== name && el("span.operation-id", null, clip(operation.name, 200))),
    cell("Requests", operation.count ? operation.count.toLocaleString("en-US") : el("b.never", null, "never"), operation.negativeCount > 0 && el("span.muted.negative", null, operation.negativeCount.toLocaleString("en-US") + " negative")),
    cell("Responses", el("div.statuses", null, statuses)),
    cell("Parameters", shareText(parameters)),
    cell("Properties", shareText(properties)),
    cell("Broken", operation.violationCount > 0 && el("b.broken", null, count(operation.violationCount, "violation")), operation.violationCount > 0 && operation.warningCount > 0 && " ", operation.warningCount > 0 && el("span.warned", null, count(operation.warningCount, "warning")), !operation.violationCount && !operation.warningCount && el("span.muted", null, "–")),
    cell("Missing", gapsView(operation)));
}

function contractTable(contract) {
  const sorted = contract.operations.map((operation, place) => ({ operation, place })).sort((a, b) => operationRank(a.operation) - operationRank(b.operation) || a.place - b.place).map((one) => one.operation);
  const body = el("tbody");
  const more = el("button.more", { type: "button" });
  let shown = 0;
  const show = (number) => {
    for (const end = Math.min(sorted.length, shown + number); shown < end; shown++) body.append(operationRow(sorted[shown]));
    more.hidden = shown >= sorted.length;
    more.textContent = "Show " + Math.min(operationChunk * 5, sorted.length - shown) + " more of " + count(sorted.length, "operation");
  };
  more.addEventListener("click", () => show(operationChunk * 5));
  show(operationChunk);
  const table = el("table.operations", null,
    el("thead", null, el("tr", null, ["Operation", "Requests", "Responses", "Parameters", "Properties", "Broken", "Missing"].map((name) => el("th", { scope: "col" }, name)))), body);
  const undocumented = contract.undocumented || [];
  return [el("div.scroll", { tabindex: "0" }, table), more,
    undocumented.length > 0 && fold([count(contract.undocumentedCount, "request") + " without an operation"], false, () => el("ul.undocumented", null, undocumented.map((one) => el("li", null, el("code", null, clip(one.method + " " + one.path, 300)), el("span.muted", null, " ×" + one.count.toLocaleString("en-US"))))))];
}

function contractView(contract, open) {
  const meters = aspects.filter(([key]) => contract.coverage[key].total > 0).map(([key, name]) => {
    const share = contract.coverage[key];
    // Rounded down: only what is whole looks so.
    const percent = Math.floor(share.covered / share.total * 100);
    return el("div.meter", null, el("span.meter-name", null, name), el("b", null, shareText(share)), el("span.track", { role: "img", "aria-label": percent + " %" }, el("i", { style: { width: percent + "%" } })));
  });
  const notes = [count(contract.violationCount, "violation")];
  if (contract.warningCount) notes.push(count(contract.warningCount, "warning"));
  if (contract.undocumentedCount) notes.push(count(contract.undocumentedCount, "request") + " without an operation");
  return el("section.contract", null,
    el("h2", null, "Contract ", el("code", null, clip(contract.path, 300)), " ", el("span.muted", null, clip(contract.title, 200))),
    el("p.contract-notes" + (contract.violationCount ? ".bad" : ""), null, notes.join(", ")),
    el("div.meters", null, meters),
    fold(count(contract.operations.length, "operation") + ", what is missing first", open, () => contractTable(contract)));
}

function drawCoverage() {
  const place = byId("coverage");
  const shortfalls = (report.summary && report.summary.coverageShortfalls) || [];
  place.hidden = contracts.length === 0 && shortfalls.length === 0;
  if (place.hidden) return;
  const only = contracts.length === 1 && contracts[0].operations.length <= 12;
  replace(place, shortfalls.map((text) => el("p.shortfall", null, el("span.mark.failed", { role: "img", "aria-label": "too little" }, "✗"), el("span", null, clip(text, 1000)))),
    contracts.map((contract) => contractView(contract, only)));
}
