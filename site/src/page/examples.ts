import type { Code } from "mdast";
import type { GuideMethod, GuideService } from "@stratus/runtime/guide";
import { markup, type Markup } from "../markup.js";
import type { Highlight } from "../markdown/highlight.js";
import { fillPlaceholders } from "./plausible-values.js";

/** One way to make a call. */
export interface Example {
  readonly label: string;
  readonly language: string;
  readonly code: string;
}

const labels: Readonly<Record<string, string>> = {
  ts: "TypeScript",
  sh: "Shell",
  json: "JSON",
  proto: "Proto",
};

/** Returns the examples of a section: its blocks of code, and the same call in other ways if it is a method's section. */
export function sectionExamples(
  blocks: readonly Code[],
  call: { readonly service: GuideService; readonly method: GuideMethod; readonly sdk: string } | undefined,
): readonly Example[] {
  const own = blocks.map(({ lang, value }) => ({
    label: labels[lang ?? ""] ?? lang ?? "Text",
    language: lang ?? "",
    code: value,
  }));
  if (!call) return own;
  const resource = call.service.name
    .slice(call.service.name.lastIndexOf(".") + 1)
    .replace(/Service$/, "")
    .toLowerCase();
  return [...own, ...otherWays(call)].map((one) => ({ ...one, code: fillPlaceholders(one.code, resource) }));
}

function otherWays({
  service,
  method,
  sdk,
}: {
  service: GuideService;
  method: GuideMethod;
  sdk: string;
}): readonly Example[] {
  const { example = {}, kind, operation, repetition, rpc } = method;
  const request = JSON.stringify(example, undefined, 2);
  const path = `${service.name}/${rpc}`;
  const ways: Example[] = [
    {
      label: "CLI",
      language: "sh",
      code: `npx @stratus/cli ${sdk} call ${path} -d '${request.replaceAll("'", `'\\''`)}'`,
    },
  ];
  if (kind !== "unary") return ways;
  const isRead = repetition === "read" && operation === undefined;
  ways.push(
    {
      label: "Agent",
      language: "json",
      code: JSON.stringify(
        { tool: isRead ? "read" : "plan", arguments: { method: path, request: example } },
        undefined,
        2,
      ),
    },
    {
      label: "curl",
      language: "sh",
      code: [
        `# The emulator serves the API: npx @stratus/emulator ${sdk} --http-port 8080`,
        `curl http://localhost:8080/${path} \\`,
        `  -H "authorization: Bearer $TOKEN" -H 'content-type: application/json' \\`,
        `  -d '${request.replaceAll("'", `'\\''`)}'`,
      ].join("\n"),
    },
  );
  return ways;
}

/**
 * Writes examples. Several of a method become tabs, which work by keyboard; without a script, all of them are shown.
 */
export function writeExamples(examples: readonly Example[], id: string, highlight: Highlight): Markup {
  const block = ({ code, language }: Example): Markup =>
    markup`<pre tabindex="0"><code>${highlight(code, language)}</code></pre>`;
  const isTabs = examples.some(({ label }) => label === "CLI");
  if (!isTabs) return markup`${examples.map((one) => markup`<div class="example">${block(one)}</div>`)}`;
  return markup`<div class="tabs">
    <div role="tablist" aria-label="Examples">
      ${examples.map(
        ({ label }, index) =>
          markup`<button
            role="tab"
            id="${id}.tab${index}"
            aria-controls="${id}.panel${index}"
            aria-selected="${index === 0 ? "true" : "false"}"
            tabindex="${index === 0 ? "0" : "-1"}"
          >
            ${label}
          </button>`,
      )}
    </div>
    ${examples.map(
      (one, index) =>
        markup`<div
          class="example"
          role="tabpanel"
          id="${id}.panel${index}"
          aria-labelledby="${id}.tab${index}"
        >
          ${block(one)}
        </div>`,
    )}
  </div>`;
}
