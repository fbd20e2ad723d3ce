import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { corpusSmall } from "../../bench/src/corpus.js";
import { findCommand } from "../../cli/src/argv/find-command.js";
import { commandLine } from "./test-host.fixture.js";
import { findSdk, type Sdk } from "@stratus/dynamic-client";
import { requestOf as pluginRequest, runPlugin } from "../../generator/src/plugin/request.fixture.js";
import { generateRestClient } from "../../generator/src/rest/generate-rest-client.js";
import { printFigure } from "../figures.js";
import { buildGoogle } from "../corpus/google.fixture.js";
import { github, textOf, worldDocuments, type WorldDocument } from "../openapi/world/documents.fixture.js";
import { buildPackage, type BuiltPackage } from "../built-package.fixture.js";
import { expectedOf, flagsOf, requestOf } from "./flags.fixture.js";
import { RandomRequest, seeded } from "../dynamic-client/random-request.fixture.js";

async function google(): Promise<BuiltPackage> {
  const parameter = "package_name=@acme/google,session_name=Google,guide=true,strip_prefix=google";
  const { files, error } = await runPlugin(pluginRequest(buildGoogle(corpusSmall), { parameter }));
  expect(error).toBe("");
  return buildPackage(files);
}

async function rest(document: WorldDocument, name: string): Promise<BuiltPackage> {
  const { file } = document;
  const names = { packageName: `@acme/${name.toLowerCase()}`, packageVersion: "1.0.0", name };
  const { files } = await generateRestClient({ file, text: textOf(document) }, names, { hasGuide: true });
  return buildPackage(Object.fromEntries(files.map((file) => [file.path, file.text])));
}

/** Every method has one command, which leads back to it; gives how many there are. */
function commandsOf(sdk: Sdk): readonly string[] {
  const all = sdk.guide.services.flatMap((entry) => sdk.lines(entry).map(({ word }) => ({ entry, word })));
  for (const { entry, word } of all) {
    const words = [...entry.words.split(" "), word];
    const isHidden = findCommand(sdk, words).kind !== "method";
    const found = findCommand(sdk, isHidden ? words.map((one) => `api.${one}`) : words);
    expect(found).toMatchObject({ kind: "method", entry, word });
  }
  const lines = all.map(({ entry, word }) => `${entry.words} ${word}`);
  expect(new Set(lines).size).toBe(lines.length);
  return lines;
}

async function helpOfAll(sdk: Sdk, path: string): Promise<void> {
  const acme = commandLine(path, { columns: 100 });
  for (const entry of sdk.guide.services)
    for (const { word } of sdk.lines(entry)) {
      const words = [...entry.words.split(" "), word].map((one) => `api.${one}`);
      const { code, out, said } = await acme([...words, "--help"]);
      expect({ code, said }, words.join(" ")).toEqual({ code: 0, said: "" });
      expect(out).toContain("Example:");
      expect((await acme([...words, "--skeleton"])).code).toBe(0);
    }
}

/** CPU beside bare Node, the least of several interleaved runs: `help: 1.4`. */
function cpuOf(path: string): Readonly<Record<string, number>> {
  const bin = fileURLToPath(new URL("../../cli/bin/stratus-cli.js", import.meta.url));
  const lines: Readonly<Record<string, readonly string[]>> = {
    node: ["-e", "0"],
    help: [bin, path, "--help"],
    completion: [bin, path, "complete", "bash", "--", "pubsub", ""],
  };
  const least: Record<string, number> = {};
  for (let run = 0; run < 9; run++)
    for (const [name, args] of Object.entries(lines)) {
      const script = `TIMEFORMAT='%U %S'; time ("$@" >/dev/null 2>&1)`;
      const { stderr } = spawnSync("bash", ["-c", script, "bash", process.execPath, ...args], {
        encoding: "utf8",
      });
      const [user = 0, system = 0] = stderr.trim().split(" ").map(Number);
      least[name] = Math.min(least[name] ?? Infinity, user + system);
    }
  const { node = 1 } = least;
  return Object.fromEntries(
    Object.entries(least).map(([name, one]) => [name, Number((one / node).toFixed(2))]),
  );
}

describe("Google's APIs", () => {
  it("have one command a method, help of each, and requests that flags can give", async () => {
    await using built = await google();
    const sdk = await findSdk(built.path, "/");
    expect(commandsOf(sdk).length).toBeGreaterThan(400);
    await helpOfAll(sdk, built.path);
    let requests = 0;
    for (const entry of sdk.guide.services) {
      const service = await sdk.service(entry);
      for (const method of service.guide.methods)
        for (let run = 0; run < 20; run++, requests++) {
          const request = new RandomRequest(service, seeded(run * 7919 + 1)).message(
            service.inputType(method),
          );
          const flags = flagsOf(service, method, request);
          const found = await requestOf(service, method, flags).catch((error: unknown) => String(error));
          expect(found, `${entry.words} ${method.word} ${flags.join(" ")}`).toEqual(
            await expectedOf(service, method, request),
          );
        }
    }
    console.log({ methods: commandsOf(sdk).length, ...cpuOf(built.path) });
    printFigure("requests", `${requests.toLocaleString("en-US")} random requests`);
  });
});

const figma = worldDocuments().find(({ name }) => name.startsWith("@figma/"))!;

describe.each([
  ["GitHub's REST API", github, "GitHub"],
  ["Figma's REST API", figma, "Figma"],
] as const)("%s", (_, document, name) => {
  it("has one command an operation, and help of each", async () => {
    await using built = await rest(document, name);
    const sdk = await findSdk(built.path, "/");
    console.log({ operations: commandsOf(sdk).length });
    await helpOfAll(sdk, built.path);
  });
});
