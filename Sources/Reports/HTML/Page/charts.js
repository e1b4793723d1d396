// The summary, the latency histogram and the lanes of what ran when.

function color(name) {
  return getComputedStyle(document.documentElement).getPropertyValue("--" + name).trim();
}

function drawHistogram() {
  const place = byId("histogram");
  const latency = report.summary && report.summary.latency;
  if (!latency || !latency.count) {
    replace(place, el("p.muted", null, "No response came."));
    return;
  }
  byId("latency-note").textContent = count(latency.count, "response");
  // An eighth of a doubling is a bucket of the run, a quarter or a half is a bar.
  const bars = new Map();
  const exponent = (seconds) => Math.log2(seconds / 1e-5);
  const spread = exponent(latency.buckets[latency.buckets.length - 1][0]) - exponent(latency.buckets[0][0]);
  const perDoubling = spread < 8 ? 4 : 2;
  for (const [upper, number] of latency.buckets) {
    const bar = Math.ceil(exponent(upper) * perDoubling - 0.01);
    bars.set(bar, (bars.get(bar) || 0) + number);
  }
  let low = Math.min(...bars.keys()) - 1;
  let high = Math.max(...bars.keys()) + 1;
  while (high - low < 12) { low--; high++; }
  const width = 360, height = 118, floor = 96;
  const step = width / (high - low + 1);
  const top = Math.max(...bars.values());
  const x = (seconds) => (Math.min(Math.max(exponent(seconds) * perDoubling, low - 1), high) - low + 1) * step;
  const chart = svg("svg", { viewBox: `0 0 ${width} ${height}`, role: "img" });
  chart.setAttribute("aria-label", `Latency: half within ${duration(latency.p50)}, 95 % within ${duration(latency.p95)}, longest ${duration(latency.maximum)}`);
  for (const [bar, number] of bars) {
    const tall = Math.max(2, number / top * (floor - 18));
    const upper = 1e-5 * 2 ** (bar / perDoubling);
    const lower = 1e-5 * 2 ** ((bar - 1) / perDoubling);
    chart.append(svg("rect", { class: "bin", x: (bar - low) * step + 1, y: floor - tall, width: Math.max(1, step - 2), height: tall, rx: 2 },
      svg("title", null, `${duration(lower)} to ${duration(upper)}: ${count(number, "response")}`)));
  }
  chart.append(svg("line", { class: "axis", x1: 0, x2: width, y1: floor, y2: floor }));
  for (let tick = 1e-5, label = 0; tick < 1e5; tick *= 10, label++) {
    const at = exponent(tick) * perDoubling;
    if (at < low - 0.9 || at > high - 0.5) continue;
    chart.append(svg("text", { class: "tick", x: x(tick), y: height - 8, "text-anchor": x(tick) < 16 ? "start" : x(tick) > width - 16 ? "end" : "middle" }, tickText(tick)));
    chart.append(svg("line", { class: "axis", x1: x(tick), x2: x(tick), y1: floor, y2: floor + 4 }));
  }
  let behind = -100;
  for (const [name, value] of [["p50", latency.p50], ["p95", latency.p95], ["p99", latency.p99]]) {
    if (typeof value !== "number") continue;
    const at = x(value);
    chart.append(svg("line", { class: "percentile", x1: at, x2: at, y1: 12, y2: floor }, svg("title", null, name + " " + duration(value))));
    if (at - behind > 24) {
      chart.append(svg("text", { class: "tick strong", x: at, y: 9, "text-anchor": at > width - 20 ? "end" : "middle" }, name));
      behind = at;
    }
  }
  const numbers = el("dl.figures", null, ["p50", "p95", "p99", "maximum"].map((name) => typeof latency[name] === "number" &&
    el("div", null, el("dt", null, name === "maximum" ? "longest" : name), el("dd", null, duration(latency[name])))));
  replace(place, chart, numbers);
}

function tickText(seconds) {
  if (seconds < 0.0009) return Math.round(seconds * 1e6) + " µs";
  return seconds < 0.9 ? Math.round(seconds * 1000) + " ms" : Math.round(seconds) + " s";
}

// Every attempt in the first lane that is free when it begins.
const lanes = { boxes: [], number: 0, start: 0, end: 1 };

function layOutLanes() {
  const all = groups.flatMap((group) => group.attempts.map((row) => ({ group, row }))).filter(({ row }) => row.outcome !== "not run" && row.at > 0);
  all.sort((a, b) => a.row.at - b.row.at || a.row.index - b.row.index);
  const free = [];
  for (const box of all) {
    let lane = free.findIndex((end) => end <= box.row.at + 0.000001);
    if (lane < 0) { lane = Math.min(free.length, 63); }
    box.lane = lane;
    box.end = box.row.at + (box.row.duration || 0);
    free[lane] = Math.max(free[lane] || 0, box.end);
  }
  lanes.boxes = all;
  lanes.number = free.length;
  lanes.start = all.length ? all[0].row.at : 0;
  lanes.end = all.reduce((end, box) => Math.max(end, box.end), lanes.start + 0.000001);
}

function drawLanes() {
  const canvas = byId("lanes");
  const box = canvas.parentElement;
  const width = Math.max(120, box.clientWidth);
  const tall = lanes.number <= 8 ? 14 : lanes.number <= 20 ? 8 : 5;
  const height = Math.max(1, lanes.number) * tall + 18;
  const scale = window.devicePixelRatio || 1;
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  canvas.style.width = width + "px";
  canvas.style.height = height + "px";
  const pen = canvas.getContext("2d");
  pen.scale(scale, scale);
  const span = lanes.end - lanes.start;
  lanes.x = (at) => (at - lanes.start) / span * (width - 1);
  lanes.tall = tall;
  const paint = {};
  for (const name of Object.keys(outcomes)) paint[name] = color(outcomeClass(name));
  const lines = color("line"), dim = color("dim");
  pen.font = "10px system-ui, sans-serif";
  pen.fillStyle = dim;
  const step = niceStep(span / Math.max(2, Math.floor(width / 90)));
  for (let at = 0; at <= span; at += step) {
    const x = at / span * (width - 1);
    pen.fillStyle = lines;
    pen.fillRect(x, 0, 1, height - 14);
    pen.fillStyle = dim;
    const label = at === 0 ? "0" : duration(at);
    pen.fillText(label, Math.min(x + 2, width - pen.measureText(label).width - 2), height - 3);
  }
  for (const item of lanes.boxes) {
    const left = lanes.x(item.row.at);
    pen.globalAlpha = selection.group === null || selection.group === item.group ? 1 : 0.75;
    pen.fillStyle = paint[item.row.outcome] || paint["not run"];
    const wide = Math.max(1.5, lanes.x(item.end) - left - (tall > 6 ? 1 : 0));
    pen.fillRect(left, item.lane * tall + 1, wide, tall - 2);
  }
  pen.globalAlpha = 1;
  if (selection.group) {
    pen.strokeStyle = color("text");
    pen.lineWidth = 1.5;
    for (const item of lanes.boxes) {
      if (item.group !== selection.group) continue;
      const left = lanes.x(item.row.at);
      pen.strokeRect(left - 0.5, item.lane * tall + 0.5, Math.max(2, lanes.x(item.end) - left), tall - 1);
    }
  }
  canvas.setAttribute("aria-label", `${count(lanes.boxes.length, "scenario")} in ${count(lanes.number, "lane")} over ${duration(span)}; the list below holds them all`);
}

function niceStep(raw) {
  const power = 10 ** Math.floor(Math.log10(Math.max(raw, 1e-9)));
  for (const factor of [1, 2, 5, 10]) if (factor * power >= raw) return factor * power;
  return 10 * power;
}

function laneAt(event) {
  const area = byId("lanes").getBoundingClientRect();
  const x = event.clientX - area.left, y = event.clientY - area.top;
  const lane = Math.floor(y / lanes.tall);
  let found = null, near = 6;
  for (const item of lanes.boxes) {
    if (item.lane !== lane) continue;
    const left = lanes.x(item.row.at), right = Math.max(left + 2, lanes.x(item.end));
    const away = x < left ? left - x : x > right ? x - right : 0;
    if (away < near) { near = away; found = item; }
  }
  return found;
}

function startLanes() {
  const canvas = byId("lanes"), tip = byId("lanes-tip");
  layOutLanes();
  byId("lanes-note").textContent = lanes.boxes.length ? count(lanes.number, "lane") : "nothing ran";
  drawLanes();
  canvas.addEventListener("click", (event) => { const item = laneAt(event); if (item) choose(item.group, { show: true, attempt: item.row.attempt }); });
  canvas.addEventListener("mousemove", (event) => {
    const item = laneAt(event);
    tip.hidden = !item;
    canvas.style.cursor = item ? "pointer" : "default";
    if (!item) return;
    replace(tip, mark(item.row.outcome), " " + clip(item.row.title, 80) + " ", el("span.muted", null, duration(item.row.duration)));
    const area = canvas.closest(".card").getBoundingClientRect();
    tip.style.left = Math.max(8, Math.min(event.clientX - area.left + 10, area.width - 220)) + "px";
    tip.style.top = event.clientY - area.top + 14 + "px";
  });
  canvas.addEventListener("mouseleave", () => { tip.hidden = true; });
  let waiting = 0;
  window.addEventListener("resize", () => { cancelAnimationFrame(waiting); waiting = requestAnimationFrame(drawLanes); });
}
