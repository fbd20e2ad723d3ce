/** Blocks of TypeScript as modules that a compiler takes: with the imports that stand above them on their page. */
import { given } from "./given.fixture.js";
import type { Block } from "./pages.fixture.js";

/** A module that holds one block as it stands, behind one line of our own. */
export interface Module {
  readonly path: string;
  readonly block: Block;
  readonly text: string;
}

/** The blocks of one page, in their order, as modules. */
export function modulesOf(blocks: readonly Block[]): Module[] {
  const seen = new Map<string, string>();
  return blocks.map((block) => {
    const own = importsOf(block.code);
    const isFree = (name: string): boolean =>
      isUsed(name, block.code) && !isDeclared(name, block.code) && !own.has(name);
    const carried = [...seen].filter(([name]) => isFree(name)).map(([, text]) => text);
    const said = { ...given["*"], ...given[block.page] };
    const declared = Object.entries(said)
      .filter(([name]) => isFree(name) && !seen.has(name))
      .map(([name, type]) => `declare const ${name}: ${type};`);
    for (const [name, text] of own) seen.set(name, text);
    const path = block.file ?? `${block.page.replaceAll(/[^a-z-]+/gi, "-")}-${block.line}.ts`;
    const text = `${[...carried, ...declared, "export {};"].join(" ")}\n${block.code}`;
    return { path, block, text };
  });
}

/** What a compiler says of the modules, at the lines of their pages. */
export function onPages(said: string, modules: readonly Module[]): string {
  const byPath = new Map(modules.map((module) => [module.path, module.block]));
  return said.replaceAll(/^(?:.*\/)?([^/\n]+\.ts)\((\d+),\d+\)/gm, (whole, path: string, line: string) => {
    const block = byPath.get(path);
    return block ? `${block.page}:${block.line + Number(line) - 2}` : whole;
  });
}

/** The names that a block imports, each with a statement that imports it alone. */
function importsOf(code: string): Map<string, string> {
  const statements = code.matchAll(/^import (type )?\{([^}]*)\} from (".*?");$/gm);
  return new Map(
    [...statements].flatMap(([, type = "", list = "", from = ""]) =>
      list
        .split(",")
        .map((name) => name.trim())
        .filter((name) => name !== "")
        .map((name): [string, string] => [
          name.replace(/^type /, ""),
          `import ${type}{ ${name} } from ${from};`,
        ]),
    ),
  );
}

function isUsed(name: string, code: string): boolean {
  return new RegExp(`(?<![.\\w$"'])${name}\\b(?!["'])`).test(code);
}

/** Whether a statement of the block, and not of a function in it, declares the name. */
function isDeclared(name: string, code: string): boolean {
  const words = "(?:export )?(?:await using|const|let|async function|function\\*?|class|type|interface)";
  return new RegExp(`^${words} (?:${name}\\b|\\{[^}]*\\b${name}\\b)`, "m").test(code);
}
