import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import type { Shapes } from "../../../generator/src/rest/runtime/shape.js";
import type { OutputFile } from "../../../generator/src/kit/emit/file.js";
import type { RestApi } from "../../../generator/src/rest/model/rest-api.js";
import { readSpecText } from "../../../generator/src/rest/read/spec-text.js";
import { argumentsFor, clientOf, methodsOf, optionsFor, replyTo } from "./call.fixture.js";
import { besideOthers, lockOf, opened, openedAsIs, writeFiles, type Opened } from "./client.fixture.js";
import { compileAll } from "./compilers.fixture.js";
import { github, textOf, worldDocuments, type WorldDocument } from "./documents.fixture.js";
import { grown, growths } from "./growth.fixture.js";

/** How each document grows is random, and the same in every run. */
const seed = 20_261_122;

/**
 * A program that takes every name of the package as it was, and wants of the package as it is what it had there:
 * each function and method with its arguments and its answer, each type both ways.
 */
function programOf({ groups, schemas }: RestApi, home: string): string {
  const functions = groups.flatMap(({ operations }) =>
    operations.flatMap(({ functionName, find, pagination, errors }) => [
      functionName,
      ...(find ? [find.functionName] : []),
      ...(pagination ? [pagination.all.functionName, pagination.pages.functionName] : []),
      ...(errors ? [errors.guardName] : []),
    ]),
  );
  const methods = groups.flatMap(({ property, operations }) =>
    operations.flatMap(({ methodName, find, pagination }) =>
      [
        methodName,
        ...(find ? [find.methodName] : []),
        ...(pagination ? [pagination.all.methodName, pagination.pages.methodName] : []),
      ].map(
        (name) => `${property === undefined ? "" : `[${JSON.stringify(property)}]`}[${JSON.stringify(name)}]`,
      ),
    ),
  );
  const models = [...schemas.values()].filter(({ isComponent }) => isComponent);
  const types = models.flatMap(({ typeName, requestName }) => [
    typeName,
    ...(requestName ? [requestName] : []),
  ]);
  return [
    `import * as before from "../../${home}-before/src/index.js";`,
    'import * as after from "./index.js";',
    "declare const client: after.WorldClient;",
    ...functions.map((name, index) => `export const f${index}: typeof before.${name} = after.${name};`),
    ...models.map(
      ({ guardName }, index) => `export const g${index} = [before.${guardName}, after.${guardName}];`,
    ),
    ...methods.map((place, index) => `export const m${index}: before.WorldClient${place} = client${place};`),
    ...types.map(
      (name, index) => `export const t${index} = (value: before.${name}): after.${name} => value;`,
    ),
    ...types.map(
      (name, index) => `export const u${index} = (value: after.${name}): before.${name} => value;`,
    ),
    "",
  ].join("\n");
}

/**
 * The package as it was and as it is, and that program between them. A program has one class of sessions, so the runtime
 * and the session are those of today.
 */
function bothOf(home: string, before: Opened, after: Opened): readonly OutputFile[] {
  const present = new Set(after.files.map(({ path }) => path));
  const isShared = (path: string): boolean =>
    present.has(path) && /^src\/(session|runtime\/[^/]+)\.ts$/.test(path);
  const share = (file: OutputFile): OutputFile => ({
    ...file,
    text: `export * from "${/\/runtime\//.test(file.path) ? "../" : ""}../../${home}-after/${file.path.replace(/ts$/, "js")}";\n`,
  });
  const old = before.files.map((file) => (isShared(file.path) ? share(file) : file));
  return [
    ...besideOthers(`${home}-before`, old),
    ...besideOthers(`${home}-after`, after.files),
    { path: `${home}-after/src/program.ts`, text: programOf(before.api, home) },
  ];
}

/** What every operation of a document sends, and what its caller gets. */
async function deedsOf(built: Opened, api: RestApi): Promise<readonly unknown[]> {
  const index = await built.load("index");
  const { shapes, responses } = (await built.load("shapes")) as { shapes: Shapes; responses: Shapes };
  const deeds: unknown[] = [];
  let text = "";
  let type = "";
  const fetch = async (url: string, { method, body, headers }: RequestInit): Promise<Response> => {
    const sent = typeof body === "string" ? body : Object.prototype.toString.call(body);
    deeds.push([method, url, sent, [...new Headers(headers)].filter(([name]) => name !== "content-type")]);
    return new Response(method === "HEAD" ? null : text, { headers: { "content-type": type } });
  };
  const client = clientOf(index, optionsFor(api, { baseUrl: "http://a.test", fetch }));
  for (const { operation, owner } of methodsOf(api, client)) {
    ({ text, type } = replyTo(operation, shapes, responses).reply);
    const data = await Promise.resolve(
      owner[operation.methodName]!(...argumentsFor(operation, shapes)),
    ).catch(String);
    deeds.push([operation.label, typeof data === "object" ? JSON.stringify(data) : data]);
  }
  return deeds;
}

/** Lets documents grow: every call must do the same as before, and every program compile. */
async function outlive(documents: readonly WorldDocument[]): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "world-growth-"));
  try {
    const changes = fc.sample(growths, { numRuns: documents.length, seed });
    for (const [index, document] of documents.entries()) {
      await using before = await openedAsIs(document);
      const { root } = await readSpecText(document.name, textOf(document));
      const text = JSON.stringify(grown(root, changes[index]!));
      await using after = await opened(document, text, lockOf(before.files));
      expect(after.api.groups.length, document.name).toBeGreaterThanOrEqual(before.api.groups.length);
      expect(await deedsOf(after, before.api), document.name).toEqual(await deedsOf(before, before.api));
      await writeFiles(folder, bothOf(`d${index}`, before, after));
    }
    expect(await compileAll(folder)).toBe("");
  } finally {
    await rm(folder, { recursive: true });
  }
}

it("documents grow without a change for programs that use them", { timeout: 1_200_000 }, () =>
  outlive(worldDocuments()),
);

it("GitHub's document grows so, too", { timeout: 1_200_000 }, () => outlive([github]));
