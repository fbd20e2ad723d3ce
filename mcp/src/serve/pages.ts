import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import {
  ProtocolError,
  ProtocolErrorCode,
  ResourceTemplate,
  type McpServer,
} from "@modelcontextprotocol/server";
import { safeText, type Sdk } from "@stratus/dynamic-client";
import { maxAnswerTokens, countTokens } from "../text/tokens.js";

/** The documentation pages of an SDK: `llms.txt` and the files in its folder `docs`. */
export class Pages {
  readonly #folder: string | undefined;
  #names: readonly string[] | undefined;

  constructor({ folder }: Sdk) {
    this.#folder = folder;
  }

  /** The names of all pages. The overview is first. */
  get names(): readonly string[] {
    return (this.#names ??= this.#folder === undefined ? [] : namesIn(this.#folder));
  }

  /** Returns a part of a page, of at most 8,000 tokens, with a link to the next part. Undefined if it does not exist. */
  read(path: string): string | undefined {
    const [, name = path, part = "1"] = /^(.*)\/(\d{1,4})$/.exec(path) ?? [];
    // Only what was found in the folder is read, so that no path leads out of it.
    if (this.#folder === undefined || !this.names.includes(name)) return undefined;
    const parts = splitPage(safeText(readFileSync(join(this.#folder, name), "utf8")));
    const text = parts[Number(part) - 1];
    if (text === undefined) return undefined;
    return Number(part) < parts.length
      ? `${text}\n\n(To go on, read docs:///${name}/${Number(part) + 1})`
      : text;
  }
}

/** Registers the pages as MCP resources. */
export function registerPages(server: McpServer, pages: Pages): void {
  if (pages.names.length === 0) return;
  const list = () => ({
    resources: pages.names.map((name) => ({ uri: `docs:///${name}`, name, mimeType: "text/markdown" })),
  });
  const template = new ResourceTemplate("docs:///{+path}", { list });
  server.registerResource("docs", template, { mimeType: "text/markdown" }, (uri, { path }) => {
    const text = pages.read(String(path));
    if (text === undefined)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `there is no page ${uri.href}`);
    return { contents: [{ uri: uri.href, mimeType: "text/markdown", text }] };
  });
}

function namesIn(folder: string): readonly string[] {
  const entries = readdirSync(folder, { withFileTypes: true });
  const top = entries.filter((one) => one.isFile() && one.name === "llms.txt").map(({ name }) => name);
  if (!entries.some((one) => one.isDirectory() && one.name === "docs")) return top;
  const docs = readdirSync(join(folder, "docs"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name.replaceAll("\\", "/")}`);
  return [...top, ...docs.toSorted()];
}

/** Tokens that are reserved for the text after a part. */
const around = 100;

/** Splits a text into parts at line ends. */
function splitPage(text: string): readonly string[] {
  const parts: string[] = [];
  let lines: string[] = [];
  let tokens = 0;
  for (const line of text.split("\n")) {
    const more = countTokens(line) + 1;
    if (tokens + more > maxAnswerTokens - around && lines.length > 0) {
      parts.push(lines.join("\n"));
      [lines, tokens] = [[], 0];
    }
    lines.push(line);
    tokens += more;
  }
  return [...parts, lines.join("\n")];
}
