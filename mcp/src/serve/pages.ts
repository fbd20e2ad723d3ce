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

/** The pages of a package's documentation: `llms.txt` and what is in its folder `docs`. */
export class Pages {
  readonly #folder: string | undefined;
  #names: readonly string[] | undefined;

  constructor({ folder }: Sdk) {
    this.#folder = folder;
  }

  /** Names of all pages, the overview first. */
  get names(): readonly string[] {
    return (this.#names ??= this.#folder === undefined ? [] : namesIn(this.#folder));
  }

  /** A part of a page, of at most 8,000 tokens, with how to go on. Undefined if there is none. */
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

/** Registers the pages as resources. */
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

/** Room for what is said behind a part. */
const around = 100;

/** A text in parts that end with a line. */
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
