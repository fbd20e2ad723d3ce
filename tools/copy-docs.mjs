/**
 * Puts pages for users into the package in whose folder it runs: those of `docs/` that are about this package, and for the
 * runtime the programs of `examples/programs`. A link to a page of another package leads to its URL. A link to a page for
 * maintainers becomes plain text.
 */
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, posix } from "node:path";
import { fileURLToPath } from "node:url";

const from = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));

/** The pages of each package, by the folder of the package. */
const pages = {
  runtime: [
    "create-a-session",
    "authenticate",
    "log-in",
    "limit-and-retry-calls",
    "diagnose-calls",
    "handle-errors",
    "change-resources",
    "wait-list-and-stream",
    "observe-calls",
    "validate-requests",
    "write-an-interceptor",
    "convert-json",
    "test-a-program",
    "run-on-platforms",
    "use-in-browsers",
    "use-frameworks",
    "use-tanstack-query",
    "migrate",
    "serve-an-api",
    "session-options",
    "time-limits",
    "errors",
    "environment",
    "entry-points",
    "telemetry",
    "messages",
    "guide",
    "transport",
    "retries",
    "versions",
  ],
  // The package has a ceiling of 60 files, so the other pages are at their URLs.
  generator: ["generate-a-package", "generate-from-openapi"],
  emulator: ["run-the-emulator", "emulator"],
  cli: ["use-the-command-line", "command-line"],
  mcp: ["connect-agents", "mcp"],
};

const folder = basename(process.cwd());
rmSync("docs", { recursive: true, force: true });
mkdirSync("docs");
const places = readdirSync(from("docs"), { recursive: true }).map((path) => path.replaceAll("\\", "/"));
for (const page of pages[folder] ?? []) {
  const place = places.find(
    (path) =>
      path === `${page}.md` ||
      (/^(?:how-to|reference|explanation)\//.test(path) && basename(path) === `${page}.md`),
  );
  copyPage(`docs/${place}`, `docs/${page}.md`);
}
if (folder === "runtime") {
  for (const path of ["src", "workflow.yml"])
    cpSync(from(`examples/programs/${path}`), `docs/examples/${path}`, {
      recursive: true,
      filter: (file) => !file.endsWith("programs.spec.ts"),
    });
  copyPage("examples/programs/README.md", "docs/examples/README.md");
}

function copyPage(source, copy) {
  const text = readFileSync(from(source), "utf8");
  const link = /(?<!!)\[((?:[^[\]]|\[[^\]]*\])*)\]\((?![a-z]+:|#)([^)#]+)(#[^)]*)?\)/g;
  writeFileSync(
    copy,
    text.replace(link, (...found) => moveLink(source, copy, ...found)),
  );
}

function moveLink(source, copy, whole, text, target, anchor = "") {
  const path = posix.join(posix.dirname(source), target);
  const example = /^examples\/programs\/(.*)$/.exec(path)?.[1];
  const page = /^docs\/(?:(?:how-to|reference|explanation)\/)?([\w-]+)\.md$/.exec(path)?.[1];
  const owner = example === undefined ? ownerOf(page) : "runtime";
  if (owner === undefined) return text;
  const moved = example === undefined ? `${page}.md` : `examples/${example}`;
  if (owner === folder) return `[${text}](${posix.relative(posix.dirname(copy), `docs/${moved}`)}${anchor})`;
  const { name, version } = JSON.parse(readFileSync(from(`${owner}/package.json`), "utf8"));
  return `[${text}](https://unpkg.com/${name}@${version}/docs/${moved})`;
}

function ownerOf(page) {
  return Object.keys(pages).find((owner) => pages[owner].includes(page));
}
