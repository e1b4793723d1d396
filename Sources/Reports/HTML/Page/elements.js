// Elements and texts. Whatever comes from a run becomes a text node here, never markup.

const byId = (id) => document.getElementById(id);

// Control characters, marks of writing direction and what ends lines in disguise, made visible.
const invisible = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\uffff\u{e0000}-\u{e007f}]/gu;

function visible(text) {
  return String(text).replace(invisible, (c) => {
    const code = c.codePointAt(0);
    if (code === 0xfffd) return c;
    return code < 0x20 ? String.fromCharCode(0x2400 + code) : "‹U+" + code.toString(16).toUpperCase().padStart(4, "0") + "›";
  });
}

function clip(text, limit) {
  const all = String(text);
  return all.length > limit ? all.slice(0, limit - 1) + "…" : all;
}

// el("p.note", {title: "…"}, "text", child, [more])
function el(name, attributes, ...children) {
  const [tag, ...classes] = name.split(".");
  const node = document.createElement(tag || "div");
  if (classes.length) node.className = classes.join(" ");
  for (const [key, value] of Object.entries(attributes || {})) {
    if (value === undefined || value === null || value === false) continue;
    if (key === "on") {
      for (const [type, action] of Object.entries(value)) node.addEventListener(type, action);
    } else if (key === "style") {
      // Properties one by one: the policy of the page forbids style attributes.
      for (const [property, amount] of Object.entries(value)) node.style.setProperty(property, amount);
    } else {
      node.setAttribute(key, value === true ? "" : visible(value));
    }
  }
  append(node, children);
  return node;
}

function append(node, children) {
  for (const child of children) {
    if (child === undefined || child === null || child === false) continue;
    if (Array.isArray(child)) append(node, child);
    else node.append(child instanceof Node ? child : document.createTextNode(visible(child)));
  }
}

function replace(node, ...children) {
  node.replaceChildren();
  append(node, children);
}

function svg(name, attributes, ...children) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes || {})) node.setAttribute(key, value);
  append(node, children);
  return node;
}

// Numbers for people.

function duration(seconds) {
  if (!(seconds > 0)) return "0 ms";
  if (seconds < 0.000995) return (seconds * 1000).toFixed(2) + " ms";
  if (seconds < 0.00995) return (seconds * 1000).toFixed(1) + " ms";
  if (seconds < 0.9995) return (seconds * 1000).toFixed(0) + " ms";
  if (seconds < 59.995) return seconds.toFixed(2) + " s";
  const whole = Math.round(seconds);
  if (whole < 3600) return Math.floor(whole / 60) + " min " + (whole % 60) + " s";
  return Math.floor(whole / 3600) + " h " + (Math.floor(whole / 60) % 60) + " min";
}

function size(bytes) {
  if (bytes < 1000) return bytes + " B";
  if (bytes < 1e6) return (bytes / 1e3).toFixed(1) + " kB";
  return (bytes / 1e6).toFixed(1) + " MB";
}

function count(number, noun, plural) {
  return number.toLocaleString("en-US") + " " + (number === 1 ? noun : plural || noun + "s");
}

const outcomes = {
  failed: { mark: "✗", rank: 0, name: "Failed" },
  errored: { mark: "!", rank: 0, name: "Errored" },
  flaky: { mark: "~", rank: 1, name: "Flaky" },
  "not run": { mark: "·", rank: 2, name: "Not run" },
  skipped: { mark: "–", rank: 4, name: "Skipped" },
  passed: { mark: "✓", rank: 3, name: "Passed" },
};

function outcomeClass(outcome) {
  return Object.hasOwn(outcomes, outcome) ? outcome.replace(" ", "-") : "not-run";
}

function mark(outcome) {
  const known = outcomes[outcome] || outcomes["not run"];
  return el("span.mark." + outcomeClass(outcome), { role: "img", "aria-label": known.name }, known.mark);
}

function copyText(text, button) {
  const done = () => {
    const before = button.textContent;
    button.textContent = "Copied";
    setTimeout(() => { button.textContent = before; }, 1200);
  };
  const byHand = () => {
    const area = el("textarea.hidden");
    area.value = text;
    document.body.append(area);
    area.select();
    document.execCommand("copy");
    area.remove();
    done();
  };
  if (navigator.clipboard) navigator.clipboard.writeText(text).then(done, byHand);
  else byHand();
}

function copyButton(label, text) {
  return el("button.copy", { type: "button", on: { click: (event) => copyText(text(), event.currentTarget) } }, label);
}
