import GithubSlugger from "github-slugger";
import type { Nodes } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmFromMarkdown } from "mdast-util-gfm";
import { gfm } from "micromark-extension-gfm";
import { dirname, normalize } from "node:path/posix";

/** Files by their paths. */
export type Files = Readonly<Record<string, string>>;

/** The parts of a package that people read. */
export function pagesOf(files: Files): Files {
  return Object.fromEntries(
    Object.entries(files).filter(([path]) => /^(?:docs\/.*\.md|llms.*\.txt)$/.test(path)),
  );
}

/** A page as a Markdown reader of GitHub's kind takes it. */
export function parsePage(text: string): Nodes {
  return fromMarkdown(text, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
}

/** A node and all that is in it. */
export function nodesOf(node: Nodes): readonly Nodes[] {
  return [node, ...("children" in node ? node.children.flatMap(nodesOf) : [])];
}

/** What a reader sees of a node. */
export function textOf(node: Nodes): string {
  return nodesOf(node)
    .map((one) => ("value" in one ? one.value : ""))
    .join("");
}

/** Links within a package that lead nowhere: to no file, or to no heading of one. */
export function deadLinks(files: Files): readonly string[] {
  const pages = Object.entries(pagesOf(files)).map(([path, text]) => ({
    path,
    nodes: nodesOf(parsePage(text)),
  }));
  const anchors = new Map(pages.map(({ path, nodes }) => [path, anchorsOf(nodes)]));
  return pages.flatMap(({ path, nodes }) =>
    nodes.flatMap((node) => {
      if (node.type !== "link" || /^(?:https?|mailto):/.test(node.url)) return [];
      const [target = "", anchor] = node.url.split("#");
      const place = normalize(`${dirname(path)}/${target}`);
      const known = anchors.get(place);
      return known && (anchor === undefined || known.has(anchor)) ? [] : [`${path}: ${node.url}`];
    }),
  );
}

/** How many links a package's pages have. */
export function countLinks(files: Files): number {
  return Object.values(pagesOf(files)).flatMap((text) =>
    nodesOf(parsePage(text)).filter(({ type }) => type === "link"),
  ).length;
}

function anchorsOf(nodes: readonly Nodes[]): ReadonlySet<string> {
  const slugger = new GithubSlugger();
  return new Set(
    nodes.filter(({ type }) => type === "heading").map((heading) => slugger.slug(textOf(heading))),
  );
}

/** The program that the examples of a page make when they are read from top to bottom; undefined where it has none. */
export function programOf(page: string): string | undefined {
  const blocks = nodesOf(parsePage(page)).flatMap((node) =>
    node.type === "code" && node.lang === "ts" ? [node.value] : [],
  );
  return blocks.length === 0 ? undefined : blocks.join("\n");
}

/** Modules that a compiler takes for the examples of a package's pages, by their paths. */
export function programsOf(files: Files): Files {
  return Object.fromEntries(
    Object.entries(files).flatMap(([path, text]) => {
      const program = path.startsWith("docs/") ? programOf(text) : undefined;
      return program === undefined ? [] : [[`examples/${path.replaceAll(/\W/g, "_")}.ts`, program]];
    }),
  );
}

/**
 * Globals that the examples use, and settings by which they find packages beside them.
 * @param folders Of more packages, by their names.
 */
export function compilerFiles(packageName: string, folders: Files = {}): Files {
  const paths = Object.entries({ [packageName]: "sdk", ...folders }).flatMap(([name, folder]) => [
    [name, [`./${folder}/src/index.ts`]],
    [`${name}/*`, [`./${folder}/src/*/index.ts`]],
  ]);
  return {
    "examples/globals.d.ts":
      "declare const console: { log(...values: unknown[]): void };\ndeclare const process: { env: Record<string, string | undefined> };\n",
    "tsconfig.json": JSON.stringify({
      compilerOptions: {
        target: "es2023",
        lib: ["es2023", "esnext.disposable"],
        module: "esnext",
        moduleResolution: "bundler",
        types: [],
        strict: true,
        skipLibCheck: true,
        paths: Object.fromEntries(paths) as object,
      },
      include: ["examples/*.ts"],
    }),
  };
}
