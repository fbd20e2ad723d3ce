/** A page that is typed by somebody who reads it from top to bottom, in one folder. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { blocksOf, type Block } from "../docs/pages.fixture.js";
import type { Desk } from "./desk.fixture.js";

const top = fileURLToPath(new URL("../../", import.meta.url));

/** What a page is read with. */
export interface Reading {
  /** What the reader types in the place of a line, such as pnpm's words for npm's. */
  readonly instead?: (line: string) => string;
}

/** A block of what a terminal shows, and what it showed. */
export interface Compared {
  readonly said: string;
  readonly shown: string;
}

/**
 * Types the blocks of a page in a folder. A block of code under a line that ends with the name of a file is that file;
 * a line that starts an emulator goes on, and what it prints for the shell holds in the lines below; what stands below
 * commands, under the same heading and without a language, is what they print. A line that ends with `&` goes on too, and is
 * ready when it prints something.
 */
export async function typePage(
  desk: Desk,
  folder: string,
  page: string,
  reading: Reading = {},
): Promise<Compared[]> {
  const { instead = (line) => line } = reading;
  const text = readFileSync(join(top, page), "utf8");
  const env: Record<string, string> = {};
  const compared: Compared[] = [];
  let shown = "";
  let printedUnder = "";
  for (const block of blocksOf(page, text).filter(({ notRun }) => notRun === undefined)) {
    const { file } = block;
    if (file !== undefined && block.language !== "sh") {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), block.code);
    } else if (block.language === "sh") {
      shown = "";
      printedUnder = headingOf(text, block);
      for (const line of linesOf(block.code)) shown += await typeLine(desk, folder, instead(line), env);
    } else if (block.language === "" && shown !== "" && headingOf(text, block) === printedUnder) {
      compared.push({ said: block.code, shown });
    }
  }
  return compared;
}

/** Whether a terminal showed what a page says it does; `...` stands for anything. */
export function isShown({ said, shown }: Compared): boolean {
  const lines = said.split("\n").filter((line) => line !== "");
  return lines.every((line) => {
    const parts = line.split("...").map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"));
    // Ports are other ones each time.
    return new RegExp(parts.join(".*").replaceAll(/:\d{5}\b/g, ":\\d+")).test(shown);
  });
}

/** The lines of a block that are typed: without comments, and broken lines as one. */
export function linesOf(code: string): string[] {
  const lines = code.replaceAll(/\\\n\s*/g, "").split("\n");
  return lines.map((line) => line.replace(/\s+# .*$|^# .*$/, "")).filter((line) => line !== "");
}

async function typeLine(
  desk: Desk,
  folder: string,
  line: string,
  env: Record<string, string>,
): Promise<string> {
  if (line.endsWith(" &")) return desk.start(folder, line.slice(0, -2), /./, env);
  if (!/^npx (?:@stratus\/emulator|stratus emulate) /.test(line)) {
    const { out, error } = await desk.type(folder, line, env);
    return out + error;
  }
  const out = await desk.start(folder, line, /^export .*\n/m);
  const exported = /^export (.*)$/m.exec(out)?.[1] ?? "";
  for (const [, name = "", value = ""] of exported.matchAll(/(\w+)=(\S+)/g)) env[name] = value;
  return out;
}

/** The heading that a block stands under. */
function headingOf(text: string, { line }: Block): string {
  return (
    text
      .split("\n")
      .slice(0, line)
      .findLast((one) => /^#+ /.test(one)) ?? ""
  );
}
