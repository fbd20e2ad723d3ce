import { createHash } from "node:crypto";
import { safeText } from "@stratus/dynamic-client";
import type { ApprovalView, ViewSection } from "./approval-view.js";
import { designTokens } from "./design-tokens.js";

const style = `
${designTokens}
* { box-sizing: border-box }
body { margin: 0; background: var(--surface); color: var(--ink); font: 1rem/1.5 var(--text-font) }
main { max-width: 60rem; margin: 0 auto; padding: 1.5rem 1rem 3rem }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 .5rem }
h2 { font-size: 1.125rem; margin: 2rem 0 .5rem }
p, dl { margin: .5rem 0 }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0 1rem }
dt, .quiet { color: var(--soft) }
dd { margin: 0 }
code, td { font: .9375rem/1.5 var(--code-font); white-space: pre-wrap }
code, dd, td, th { overflow-wrap: anywhere }
table { width: 100%; border-collapse: collapse; table-layout: fixed }
th, td { border-top: 1px solid var(--line); padding: .5rem; text-align: left; vertical-align: top }
thead th { border-top: 0; color: var(--soft) }
thead th:first-child { width: 35% }
th { font-weight: 500 }
.said { background: var(--ground); border: 1px solid var(--line); border-radius: var(--radius-small); padding: .75rem 1rem; margin-top: 2rem }
.said h2 { margin-top: 0 }
form { display: flex; flex-wrap: wrap; gap: 1rem; margin-top: 2rem }
button { font: inherit; font-weight: 600; min-height: 3rem; min-width: 9rem; border: 2px solid; border-radius: var(--radius-small); background: var(--surface); cursor: pointer }
button[value=approve] { color: var(--good) }
button[value=decline] { color: var(--bad) }
button:focus-visible { outline: 3px solid var(--accent); outline-offset: 3px }
@media (max-width: 40rem) {
  table, tbody, tr, tbody th, td { display: block; width: 100% }
  thead { display: none }
  td { border-top: 0; padding-top: 0 }
  button { flex: 1 }
}
`;

/** The headers of the page: no scripts, nothing from elsewhere, no frame around it, no copy in a cache. */
export const htmlHeaders: Readonly<Record<string, string>> = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": `default-src 'none'; style-src 'sha256-${createHash("sha256").update(style).digest("base64")}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
  "x-frame-options": "DENY",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  // The address contains the secret.
  "referrer-policy": "same-origin",
};

/** Writes the page that asks. The buttons follow the whole change. */
export function questionHtml({ title, facts, sections }: ApprovalView): string {
  const names = facts.map(([name, value]) => `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value)}</dd>`);
  return pageHtml(
    "Approve this change?",
    `<p><code>${escapeHtml(title)}</code></p>
<dl>${names.join("")}</dl>
${sections.map(sectionHtml).join("\n")}
<form method="post">
<button name="answer" value="approve">Approve</button>
<button name="answer" value="decline">Decline</button>
</form>`,
  );
}

/** Writes a page with a heading and a sentence. */
export function messageHtml(heading: string, text: string): string {
  return pageHtml(heading, `<p>${escapeHtml(text)}</p>`);
}

function pageHtml(heading: string, content: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(heading)}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${escapeHtml(heading)}</h1>
${content}
</main>
</body>
</html>
`;
}

function sectionHtml({ heading, note, isOfApi, entries }: ViewSection): string {
  const rows = entries.map(
    ([name, value]) =>
      `<tr><th scope="row"><code>${escapeHtml(name)}</code></th><td>${breakLines(escapeHtml(value))}</td></tr>`,
  );
  const about = note === undefined ? "" : `<p class="quiet">${escapeHtml(note)}</p>\n`;
  return `<section${isOfApi ? ' class="said"' : ""}>
<h2>${escapeHtml(heading)}</h2>
${about}<table>
<thead><tr><th scope="col">Field</th><th scope="col">Value</th></tr></thead>
<tbody>
${rows.join("\n")}
</tbody>
</table>
</section>`;
}

/** Continues a value in the next line after each of its line breaks, which it has as `\n`. */
function breakLines(html: string): string {
  return html.replace(/(?<!\\)((?:\\\\)*\\n)(?=.)/g, "$1\n");
}

function escapeHtml(text: string): string {
  return safeText(text).replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);
}
