import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { Ajv2020 } from "ajv/dist/2020.js";
import * as fc from "fast-check";
import { rolldown } from "rolldown";
import { describe, expect, it } from "vitest";
import type { Shapes } from "../../../generator/rest-runtime/shape.js";
import { issuesOf } from "../../../generator/rest-runtime/walk.js";
import { readApi } from "../../../generator/src/openapi/model/model.js";
import { lockFile, NameLock } from "../../../generator/src/openapi/model/name-lock.js";
import type { RestOperation } from "../../../generator/src/openapi/model/rest-api.js";
import { generateRestClient } from "../../../generator/src/openapi/pass.js";
import { Findings } from "../../../generator/src/openapi/read/findings.js";
import { readSpecText } from "../../../generator/src/openapi/read/spec-text.js";
import { mutationsOf } from "../mutation.fixture.js";
import { compileAll } from "./compilers.fixture.js";
import { github, textOf, worldDocuments, type WorldDocument } from "./documents.fixture.js";
import { sampleOf } from "./sample.fixture.js";
import { schemaSupported, typeComparison, withoutNullable } from "./oracle.fixture.js";

const names = { packageName: "@acme/world", packageVersion: "1.0.0", name: "World" };

type Guard = (value: unknown) => boolean;

/** Writes the sources of a client, and loads one of its modules. */
async function opened(document: WorldDocument) {
  const folder = await mkdtemp(join(tmpdir(), "world-"));
  const { files } = await generateRestClient({ file: document.name, text: textOf(document) }, names);
  for (const { path, text } of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  const load = async (name: string): Promise<Record<string, unknown>> => {
    const bundle = await rolldown({
      input: join(folder, "src", `${name}.ts`),
      platform: "node",
      logLevel: "silent",
    });
    await bundle.write({ file: join(folder, `${name}.mjs`), codeSplitting: false });
    await bundle.close();
    return (await import(/* @vite-ignore */ pathToFileURL(join(folder, `${name}.mjs`)).href)) as Record<
      string,
      unknown
    >;
  };
  return { folder, files, load, [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) };
}

/** Arguments that fit: values of the path, a body, and the parameters that are required. */
function argumentsFor({ parameters, body }: RestOperation, shapes: Shapes): readonly unknown[] {
  const path = parameters.filter(({ place }) => place === "path");
  const unique = path.filter(
    (one, index) => path.findIndex(({ argument }) => argument === one.argument) === index,
  );
  const required = parameters.filter(({ place, isRequired }) => place !== "path" && isRequired);
  const kind = body?.forms[0]?.kind;
  const bodies: Readonly<Record<string, unknown>> = { text: "text", bytes: new Blob(["bytes"]) };
  return [
    ...unique.map(({ shape }) => sampleOf(shape, shapes) ?? "x"),
    ...(body ? [(kind && bodies[kind]) ?? { name: "x" }] : []),
    {
      params: Object.fromEntries(
        required.map(({ argument, shape }) => [argument, sampleOf(shape, shapes) ?? "x"]),
      ),
    },
  ];
}

const documents = [...worldDocuments(), github];

describe.each(documents)("$name", (document) => {
  it("has types equal to openapi-typescript's", { timeout: 300_000 }, async () => {
    await using built = await opened(document);
    const comparison = await typeComparison(document.name, textOf(document), built.files);
    await writeFile(join(built.folder, "src/openapi-typescript.ts"), comparison.types);
    await writeFile(join(built.folder, "src/comparison.ts"), comparison.program);
    expect(await compileAll(built.folder)).toEqual({ "TypeScript 5.9": "", "TypeScript 7": "" });
  });

  it(
    "has guards that agree with a JSON Schema validator on mutated examples",
    { timeout: 300_000 },
    async () => {
      await using built = await opened(document);
      const guards = await built.load("guards");
      const { shapes } = (await built.load("shapes")) as { shapes: Shapes };
      const index = await built.load("index");
      const { root } = readSpecText(document.name, textOf(document));
      const ajv = new Ajv2020({
        strict: false,
        validateFormats: false,
        ownProperties: true,
        validateSchema: false,
      });
      ajv.addSchema(withoutNullable(root), "spec");
      let compared = 0;
      for (const name of Object.keys(shapes).filter((one) => schemaSupported(root, one))) {
        const guardName = built.files
          .find(({ path }) => path === "stratus.names.json")
          ?.text.match(new RegExp(`"guard ${name.replace(/[.*+?^$()[\]{}|\\]/g, "\\$&")}": "(\\w+)"`))?.[1];
        const guard = guards[guardName ?? ""] as Guard | undefined;
        if (!guard || !Object.hasOwn(index, guardName ?? "")) continue;
        const validate = ajv.getSchema(`spec#/components/schemas/${encodeURIComponent(name)}`) as
          | Guard
          | undefined;
        const sample = sampleOf({ ref: name }, shapes);
        if (!validate || sample === undefined) continue;
        fc.assert(
          fc.property(mutationsOf([sample]), (value) => {
            compared++;
            const want = validate(value);
            expect(guard(value), `${name}: ${JSON.stringify(value)}`).toBe(want);
            expect(issuesOf(value, { ref: name }, shapes).length === 0, name).toBe(want);
          }),
          { numRuns: 40 },
        );
      }
      // A document without named schemas compares nothing.
      if (Object.keys(shapes).some((one) => schemaSupported(root, one))) expect(compared).toBeGreaterThan(0);
    },
  );

  it(
    "can be called for each of its operations against a server made from it",
    { timeout: 300_000 },
    async () => {
      await using built = await opened(document);
      const index = await built.load("index");
      const { shapes, answers } = (await built.load("shapes")) as { shapes: Shapes; answers: Shapes };
      const seen: string[] = [];
      let reply = "null";
      const server = createServer((request, response) => {
        request.resume().on("end", () => {
          seen.push(`${request.method} ${request.url}`);
          response
            .writeHead(200, { "content-type": "application/json" })
            .end(request.method === "HEAD" ? "" : reply);
        });
      });
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const Client = index["WorldClient"] as new (options: object) => Record<string, unknown>;
      const client = new Client({ baseUrl, onDrift: () => undefined, retry: { maxAttempts: 1 } });
      const api = readApi(readSpecText(document.name, textOf(document)), {
        ownNames: [],
        lock: new NameLock(built.files.find(({ path }) => path === lockFile)?.text),
        findings: new Findings(),
        selection: { include: [], exclude: [] },
      });
      try {
        for (const { property, operations } of api.groups) {
          const owner = (property === undefined ? client : client[property]) as Record<
            string,
            (...args: unknown[]) => Promise<unknown>
          >;
          for (const operation of operations) {
            reply = JSON.stringify(sampleOf(answers[operation.label] ?? {}, shapes) ?? null);
            const before = seen.length;
            const result = await owner[operation.methodName]!(...argumentsFor(operation, shapes)).then(
              () => "answered",
              (error: { code?: string; message: string }) =>
                `${operation.label}: ${error.code} ${error.message}`,
            );
            // A pattern is more than a sample can know of.
            if (/INVALID_ARGUMENT.*that matches/.test(result)) continue;
            expect(result, operation.label).toBe("answered");
            expect(seen.length - before, operation.label).toBe(1);
            expect(seen.at(-1)?.startsWith(`${operation.method} `), operation.label).toBe(true);
          }
        }
      } finally {
        server.closeAllConnections();
        server.close();
      }
    },
  );
});
