// What the report holds. The run and a line for each scenario are read at once, a scenario with its steps only when it is looked at.

function embedded(id) {
  const node = byId(id);
  return node ? JSON.parse(node.textContent) : null;
}

const report = embedded("data-run");
const rows = embedded("data-index");

// Attempts at one scenario are one entry of the list.
const groups = [];
{
  const known = new Map();
  for (const row of rows) {
    let group = known.get(row.index);
    if (!group) {
      group = { index: row.index, attempts: [], order: groups.length };
      known.set(row.index, group);
      groups.push(group);
    }
    group.attempts.push(row);
  }
  for (const group of groups) {
    const last = group.attempts[group.attempts.length - 1];
    group.last = last;
    group.outcome = last.outcome;
    group.duration = group.attempts.reduce((sum, row) => sum + (row.duration || 0), 0);
    group.at = group.attempts[0].at;
    const bad = group.attempts.findLast((row) => row.bad);
    group.bad = bad ? bad.bad : null;
    group.text = null;
  }
}

function searchText(group) {
  if (group.text === null) {
    group.text = group.attempts
      .map((row) => [row.title, row.path + ":" + row.line, row.outcome, (row.tags || []).join(" "), row.bad || "", row.reason || "", row.search || ""].join("\n"))
      .join("\n")
      .toLowerCase();
  }
  return group.text;
}

// What runs before and after all is shown, and is no scenario in any count.
const isScenario = (group) => group.last.kind === "scenario";
const scenarioCount = groups.filter(isScenario).length;

const counts = {};
for (const name of Object.keys(outcomes)) counts[name] = 0;
for (const group of groups.filter(isScenario)) counts[group.outcome] = (counts[group.outcome] || 0) + 1;

const parsed = new Map();

function scenarioOf(row) {
  const id = row.index + "." + row.attempt;
  if (!parsed.has(id)) {
    // Few are kept: a large run must not be in memory twice.
    if (parsed.size >= 20) parsed.delete(parsed.keys().next().value);
    parsed.set(id, embedded("data-" + id));
  }
  return parsed.get(id);
}
