import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import type TypeScript from "../../generator/node_modules/typescript/lib/typescript.js";

const top = fileURLToPath(new URL("../../", import.meta.url));

describe("the types that users see", () => {
  it("let through what is right, and refuse every mistake that the type tests make", async () => {
    const run = promisify(execFile)(`${top}node_modules/.bin/tsc`, ["-p", `${top}test/types/tsconfig.json`]);
    // tsc writes its findings to stdout and ends with a code other than 0.
    expect(
      await run.then(
        () => "",
        (error: { stdout: string }) => error.stdout,
      ),
    ).toBe("");
  });

  it("show the doc comments of the proto at the fields of a mask", () => {
    const file = `${top}test/types/mask-builder.ts`;
    const service = languageService(file);
    const text = service.getProgram()?.getSourceFile(file)?.text ?? "";
    const info = service.getQuickInfoAtPosition(file, text.indexOf("m.spec.cpu") + "m.spec.".length);
    expect(info?.documentation?.map((part) => part.text).join("")).toBe("How many processors.");
  });
});

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
