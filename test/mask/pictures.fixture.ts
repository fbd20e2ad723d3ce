import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parse, parseAllDocuments } from "yaml";

/** A picture of docs/conventions.md, section 4, or of pictures.yaml; messages as literals by proto name. */
export interface Picture {
  /** Its own text, for the name of its test. */
  readonly text: string;
  readonly resource?: object;
  readonly request?: object;
  readonly mask?: string;
  readonly neverNull?: readonly string[];
  readonly result?: object;
  readonly refused?: string;
  /** The mask, or `refused: ` and the path. */
  readonly derived?: string;
  /** The request that goes out with a mask of the caller's own, or `refused: ` and the path. */
  readonly sent?: object | string;
  /** The shortest text of the mask that means the same for the request. */
  readonly short?: string;
  readonly before?: object;
  readonly after?: object;
  readonly diff?: string;
}

const read = (path: string): string =>
  readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), "utf8");

const page = read("docs/conventions.md");

const blocks = (language: string): string[] =>
  [...page.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, "gms"))].map(([, text = ""]) => text);

/** Pictures that the page has no room for. */
const others = parseAllDocuments(read("test/mask/pictures.yaml")).map((document) =>
  String(document).replaceAll(/^#.*\n|^---\n/gm, ""),
);

/** The pictures in their order. */
export const pictures: readonly Picture[] = [...blocks("yaml"), ...others].map((text) => ({
  text: text.trim().replaceAll("\n", " | "),
  ...(parse(text) as object),
}));

/** The messages of the pictures: as the page shows them, and as the test compiles them. */
export const messages = {
  shown: blocks("proto").find((text) => text.includes("message Machine")),
  compiled: read("test/mask/protos/pictures/v1/machine.proto").replace(/^.*?(?=message )/s, ""),
};
