// Bodies of requests and responses: pictures as pictures, the rest as text with its parts in colour.

const bodyLineLimit = 300;
const pictures = new Set(["image/png", "image/jpeg", "image/gif", "image/webp", "image/avif", "image/bmp", "image/svg+xml", "image/x-icon", "image/vnd.microsoft.icon"]);

function base64Of(text) {
  const bytes = new TextEncoder().encode(text);
  let binary = "";
  for (let start = 0; start < bytes.length; start += 8192) binary += String.fromCharCode(...bytes.subarray(start, start + 8192));
  return btoa(binary);
}

function bodyView(body) {
  if (!body) return null;
  const type = body.mediaType || "";
  const shown = body.text !== undefined ? new TextEncoder().encode(body.text).length : body.base64 !== undefined ? Math.floor(body.base64.length * 3 / 4) : 0;
  const leftOut = body.isCut && shown === 0;
  const notes = [type || "no media type", body.count !== undefined ? size(body.count) : null];
  if (leftOut) notes.push("left out of this file to keep it small");
  else if (body.isCut) notes.push("the first " + size(shown) + " are shown");
  if (body.count === 0) return el("p.muted", null, "empty body");
  const head = el("div.body-head", null, el("span.muted", null, notes.filter(Boolean).join(" · ")));
  const box = el("div.body", null, head);
  if (leftOut) return box;
  if (pictures.has(type) && !body.isCut) {
    const data = body.base64 !== undefined ? body.base64 : base64Of(body.text || "");
    const image = el("img", { alt: "the body as a picture", src: "data:" + type + ";base64," + data });
    image.addEventListener("load", () => head.append(el("span.muted", null, " · " + image.naturalWidth + " × " + image.naturalHeight)));
    image.addEventListener("error", () => image.replaceWith(el("p.muted", null, "This browser cannot show the picture.")));
    box.append(el("div.picture", null, image));
    if (body.text === undefined) return box;
  }
  if (body.text === undefined) {
    if (body.base64 !== undefined) box.append(el("pre.code", { tabindex: "0" }, hexDump(body.base64)));
    return box;
  }
  const text = body.text.replace(/\r\n/g, "\n");
  const lines = highlighted(text, type);
  head.append(copyButton("Copy", () => body.text));
  const pre = el("pre.code", { tabindex: "0" });
  fill(pre, lines, 0, bodyLineLimit);
  box.append(pre);
  if (lines.length > bodyLineLimit) {
    const rest = el("button.more", { type: "button" }, "Show all " + count(lines.length, "line"));
    rest.addEventListener("click", () => { fill(pre, lines, bodyLineLimit, lines.length); rest.remove(); });
    box.append(rest);
  }
  return box;
}

function fill(pre, lines, from, to) {
  const part = document.createDocumentFragment();
  for (const line of lines.slice(from, to)) {
    for (const token of line) part.append(token.kind ? el("span." + token.kind, null, token.text) : document.createTextNode(visible(token.text)));
    part.append("\n");
  }
  pre.append(part);
}

function hexDump(base64) {
  let binary;
  try { binary = atob(base64.slice(0, 2732)); } catch { return ""; }
  const lines = [];
  for (let start = 0; start < binary.length && start < 1024; start += 16) {
    const bytes = [...binary.slice(start, start + 16)];
    const hex = bytes.map((c) => c.charCodeAt(0).toString(16).padStart(2, "0")).join(" ");
    const text = bytes.map((c) => (c >= " " && c <= "~" ? c : ".")).join("");
    lines.push(start.toString(16).padStart(6, "0") + "  " + hex.padEnd(48) + " " + text);
  }
  return lines.join("\n") + (binary.length > 1024 ? "\n…" : "");
}

// Lines of tokens {text, kind}.
function highlighted(text, type) {
  if (/(^|[/+])json$/.test(type) || (type === "" && /^\s*[[{]/.test(text))) return jsonLines(text);
  if (/(^|[/+])(xml|html)$/.test(type) || /^\s*<(\?xml|!doctype|html)\b/i.test(text)) return markupLines(text);
  return text.split("\n").map((line) => [{ text: line }]);
}

// Laid out anew from its tokens, so that numbers keep every digit and nothing is dropped; what is no JSON stays as it is.
function jsonLines(text) {
  const pattern = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|true|false|null|[{}[\],:]|\s+|[^\s"{}[\],:]+|"/gs;
  const lines = [[]];
  let depth = 0;
  const line = () => lines[lines.length - 1];
  const put = (value, kind) => line().push({ text: value, kind });
  const breakLine = () => lines.push([{ text: "  ".repeat(Math.min(depth, 40)) }]);
  const tokens = (text.match(pattern) || []).filter((token) => token.trim() !== "");
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index];
    const next = tokens[index + 1];
    switch (token) {
    case "{": case "[":
      put(token);
      if (next === "}" || next === "]") break;
      depth++;
      breakLine();
      break;
    case "}": case "]":
      if (tokens[index - 1] !== "{" && tokens[index - 1] !== "[") { depth = Math.max(0, depth - 1); breakLine(); }
      put(token);
      break;
    case ",": put(token); breakLine(); break;
    case ":": put(": "); break;
    default: put(token, token[0] === '"' ? (next === ":" ? "t-key" : "t-string") : /^(true|false|null)$/.test(token) ? "t-word" : /^-?\d/.test(token) ? "t-number" : "");
    }
  }
  return lines;
}

function markupLines(text) {
  const lines = [[]];
  const put = (value, kind) => {
    value.split("\n").forEach((part, index) => {
      if (index) lines.push([]);
      if (part) lines[lines.length - 1].push({ text: part, kind });
    });
  };
  const pattern = /\x3c!--[^]*?(?:-->|$)|<\/?[^<>]*>|[^<]+|</g;
  for (const token of text.match(pattern) || []) {
    if (token.startsWith("\x3c!--")) put(token, "t-comment");
    else if (token[0] === "<" && token.length > 1) {
      const parts = token.match(/"[^"]*"|'[^']*'|[^"']+|["']/g) || [];
      for (const part of parts) put(part, part[0] === '"' || part[0] === "'" ? "t-string" : "t-key");
    } else put(token);
  }
  return lines;
}
