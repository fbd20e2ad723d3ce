import type { Code } from "mdast";
import type { CommandExample } from "@stratus/cli";
import type { GuideJson, GuideMessage, GuideMethod, GuideService } from "@stratus/runtime/guide";
import { markup, type Markup } from "../markup.js";
import type { Highlight } from "../markdown/highlight.js";
import { breakLines } from "./break-lines.js";
import { fillPlaceholders, plausibleRequest, withValue } from "./plausible-values.js";

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

/** A method whose call is shown. */
export interface ShownCall {
  readonly service: GuideService;
  readonly method: GuideMethod;
  /** The name of the package. */
  readonly sdk: string;
  /** Its sample command, if the package has clients. */
  readonly command?: CommandExample | undefined;
  readonly messages: (typeName: string | undefined) => GuideMessage | undefined;
}

/** Returns the examples of a section: its blocks of code, and the same call in other ways if it is a method's section. */
export function sectionExamples(
  blocks: readonly Code[],
  noun: string,
  call: ShownCall | undefined,
): readonly Example[] {
  const filled = call && plausibleRequest(call.method, call.messages, noun);
  const own = blocks.map(({ lang, value }) => ({
    label: labels[lang ?? ""] ?? lang ?? "Text",
    language: lang ?? "",
    code: lang === "ts" ? breakLines(fillPlaceholders(value, noun, filled?.values)) : value,
  }));
  return call && filled ? [...own, ...otherWays(call, filled.request, noun)] : own;
}

function otherWays(shown: ShownCall, filled: GuideJson, noun: string): readonly Example[] {
  const { service, method, sdk, command } = shown;
  const { kind, rpc } = method;
  // Such as OperationService, which several hosts serve: a program reaches it through a client of one of them.
  if (service.endpoint === undefined && service.isAtSession !== true) return [];
  const request = command?.change
    ? withValue(filled, command.change[0].split("."), command.change[1])
    : filled;
  const path = `${service.name}/${rpc}`;
  const ways: Example[] = command ? [{ label: "CLI", language: "sh", code: command.line }] : [];
  if (kind !== "unary") return ways;
  const data = `-d '${shortJson(request).replaceAll("'", `'\\''`)}'`;
  const call = toolCall(shown, path, filled, noun);
  ways.push({ label: "Agent", language: "json", code: JSON.stringify(call, undefined, 2) });
  if (service.endpoint === undefined) {
    const code = `grpcurl -plaintext ${data} \\\n  localhost:50051 ${path}`;
    return [...ways, { label: "grpcurl", language: "sh", code: `# The server needs reflection.\n${code}` }];
  }
  const code = [
    `# First: npx @stratus/emulator ${sdk} --http-port 8080`,
    `curl http://localhost:8080/${path} \\`,
    `  -H "authorization: Bearer $TOKEN" \\`,
    `  -H 'content-type: application/json' \\`,
    `  ${data}`,
  ];
  return [...ways, { label: "curl", language: "sh", code: code.join("\n") }];
}

/** The call of a tool of the MCP server. A plan of an update names the resource, and what it sets. */
function toolCall(shown: ShownCall, path: string, request: GuideJson, noun: string): object {
  const { service, method, command, messages } = shown;
  const get = (method.modify ?? service.modify)?.get;
  const finder = command?.change && service.methods.find(({ word }) => word === get);
  if (finder && command.change)
    return {
      tool: "plan",
      arguments: {
        method: path,
        request: plausibleRequest(finder, messages, noun).request,
        set: { [command.change[0]]: withValue({}, [], command.change[1]) },
      },
    };
  const isRead = method.repetition === "read" && method.operation === undefined;
  return { tool: isRead ? "read" : "plan", arguments: { method: path, request } };
}

/** JSON in one line if it is short. */
function shortJson(value: GuideJson): string {
  const line = JSON.stringify(value, undefined, 1).replaceAll(/\n */g, " ");
  return line.length <= 60 ? line : JSON.stringify(value, undefined, 2);
}

/**
 * Writes examples. Several of a method become tabs, which work by keyboard; without a script, all of them are shown.
 */
export function writeExamples(examples: readonly Example[], id: string, highlight: Highlight): Markup {
  const block = ({ code, language }: Example): Markup =>
    markup`<pre tabindex="0"><code>${highlight(code, language)}</code></pre>`;
  const isTabs = examples.some(({ label }) => label === "CLI" || label === "Agent");
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
