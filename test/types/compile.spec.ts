import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { runCompiler } from "../compile.fixture.js";
import type TypeScript from "../../generator/node_modules/typescript/lib/typescript.js";

const top = fileURLToPath(new URL("../../", import.meta.url));

describe("the types that users see", () => {
  it("let through what is right, and refuse every mistake that the type tests make", async () => {
    expect(await runCompiler("TypeScript 7", ["-p", `${top}test/types/tsconfig.json`])).toBe("");
  });

  it("work with the lowest supported version of TanStack Query", async () => {
    expect(await runCompiler("TypeScript 7", ["-p", `${top}test/types/tsconfig.lowest.json`])).toBe("");
  });

  it("show the doc comments of the proto at the fields of a mask", () => {
    expect(hoverAt("mask-builder.ts", "m.spec.cpu", "m.spec.".length).comment).toBe("How many processors.");
  });

  it("show the doc comments of the proto at the values of an enum, and its name where it is a type", () => {
    expect(hoverAt("enums.ts", "DiskType.NETWORK_SSD", "DiskType.".length)).toEqual({
      comment: "Network disk on flash memory.",
      signature: "(property) NETWORK_SSD: 1",
    });
    expect(hoverAt("enums.ts", "own: DiskType", 0).signature).toBe("const own: DiskType");
  });
});

/** What an editor shows at a place in a file. */
function hoverAt(name: string, text: string, offset: number): { comment: string; signature: string } {
  const file = `${top}test/types/${name}`;
  const service = languageService(file);
  const at = (service.getProgram()?.getSourceFile(file)?.text ?? "").indexOf(text) + offset;
  const info = service.getQuickInfoAtPosition(file, at);
  const textOf = (parts: readonly TypeScript.SymbolDisplayPart[] | undefined): string =>
    (parts ?? []).map((part) => part.text).join("");
  return { comment: textOf(info?.documentation), signature: textOf(info?.displayParts) };
}

/** The service behind an editor. TypeScript 7 has none yet, so it is the generator's own 5.9. */
function languageService(file: string): TypeScript.LanguageService {
  const require = createRequire(`${top}generator/package.json`);
  const ts: typeof TypeScript = require("typescript");
  const config = ts.readConfigFile(`${top}test/types/tsconfig.json`, (path) => ts.sys.readFile(path));
  const { options } = ts.parseJsonConfigFileContent(config.config, ts.sys, `${top}test/types`);
  const host: TypeScript.LanguageServiceHost = {
    getCompilationSettings: () => options,
    getScriptFileNames: () => [file],
    getScriptVersion: () => "1",
    getScriptSnapshot: (path) => {
      const text = ts.sys.readFile(path);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
    getCurrentDirectory: () => top,
    getDefaultLibFileName: (settings) => ts.getDefaultLibFilePath(settings),
    readFile: (path) => ts.sys.readFile(path),
    fileExists: (path) => ts.sys.fileExists(path),
  };
  return ts.createLanguageService(host);
}
