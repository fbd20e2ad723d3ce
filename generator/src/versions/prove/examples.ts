import type { SdkFiles } from "../../surface/sdk-files.js";
import type { Line, Program } from "./line.js";

/** Declarations of the globals that examples use. */
const globals =
  "declare const process: { readonly env: { readonly [name: string]: string | undefined } }; declare const console: { log(...values: readonly unknown[]): void };";

/** Reads the examples of an SDK's documentation. All examples of a page are one program. */
export function readExamples({ files }: SdkFiles): readonly Program[] {
  return [...files].flatMap(([path, text]) => (/^docs\/.*\.md$/.test(path) ? (toProgram(text) ?? []) : []));
}

function toProgram(page: string): Program | undefined {
  const blocks = [...page.matchAll(/^```ts\n([^]*?)^```$/gm)].map(([, code = ""]) => code);
  if (blocks.length === 0) return undefined;
  const lines = [globals, ...blocks.join("").split("\n")].map((text): Line => ({ text, elements: [] }));
  return {
    text: [...lines.map(({ text }) => text), "export {};"].join("\n"),
    lines: new Map(lines.map((line, at) => [at + 1, line])),
  };
}
