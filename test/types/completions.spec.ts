import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import "../compile.fixture.js";

/** What the test uses of TypeScript 5.9, whose editor service VS Code and other editors ask. */
interface TypeScript {
  readonly sys: {
    fileExists(path: string): boolean;
    readFile(path: string): string | undefined;
    directoryExists(path: string): boolean;
    getDirectories(path: string): string[];
  };
  readonly ScriptSnapshot: { fromString(text: string): unknown };
  getDefaultLibFilePath(options: object): string;
  createLanguageService(host: object): LanguageService;
}
interface LanguageService {
  getCompletionsAtPosition(
    file: string,
    position: number,
    options: object,
  ): { readonly entries: readonly CompletionEntry[] } | undefined;
}
interface CompletionEntry {
  readonly name: string;
  readonly kind: string;
  readonly sortText: string;
}

const top = fileURLToPath(new URL("../../", import.meta.url));
const ts = createRequire(`${top}generator/package.json`)("typescript") as TypeScript;
const program = `
  import { Disk, DiskServiceClient, type DiskSpec } from "@svc/cloud/compute/v1";
  import { Timestamp } from "@svc/cloud";
  declare const disks: DiskServiceClient;
  declare const disk: Disk;
  declare const time: Timestamp;
  disk./*a message*/;
  time./*a well-known type*/;
  disks.create({ spec: { /*an input literal*/ } });
  Disk.create({ /*create()*/ });
  const spec: DiskSpec = { /*a literal of a message*/ };
  disks.modify({ id: "d" }, (draft) => { draft.spec./*a draft*/; });
  const copy: Disk = { ...disk, /*a spread message*/ };
  const { /*a pattern*/ } = disk;
`;
const file = `${top}examples/programs/completions.ts`;

/** Opens the program in the service that editors ask. It needs no file. */
function openProgram(): LanguageService {
  const settings = { strict: true, module: 199, target: 10, types: [], skipLibCheck: true };
  return ts.createLanguageService({
    ...ts.sys,
    useCaseSensitiveFileNames: () => true,
    getScriptFileNames: () => [file],
    getScriptVersion: () => "1",
    getScriptSnapshot: (path: string) => {
      if (path !== file && !ts.sys.fileExists(path)) return undefined;
      return ts.ScriptSnapshot.fromString(path === file ? program : readFileSync(path, "utf8"));
    },
    getCurrentDirectory: () => top,
    getCompilationSettings: () => settings,
    getDefaultLibFileName: () => ts.getDefaultLibFilePath(settings),
  });
}

it("an editor lists _unknownFields last in the completions of messages and inputs", () => {
  const service = openProgram();
  const places = [...program.matchAll(/\/\*(.+?)\*\//g)];
  expect(places).toHaveLength(8);
  for (const { 0: comment, 1: place, index } of places) {
    // Before the comment, where a person would type.
    const entries = service.getCompletionsAtPosition(file, index, {})?.entries ?? [];
    const names = entries
      .filter(({ kind }) => kind === "property")
      .sort((one, other) => (sortKey(one) < sortKey(other) ? -1 : 1))
      .map(({ name }) => name);
    expect(names.length, `${comment} has properties`).toBeGreaterThan(1);
    expect([place, names.at(-1)]).toEqual([place, "_unknownFields"]);
  }
});

/** Editors sort by this text, and by the name if it is the same. */
function sortKey({ sortText, name }: CompletionEntry): string {
  return `${sortText} ${name}`;
}
