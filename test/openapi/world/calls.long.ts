import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, describe, expect, it } from "vitest";
import type { Shapes } from "../../../generator/src/rest/runtime/shape.js";
import { findIssues } from "../../../generator/src/rest/runtime/issues.js";
import {
  argumentsFor,
  clientOf,
  isUnguessable,
  methodsOf,
  optionsFor,
  replyTo,
  type Reply,
} from "./call.fixture.js";
import { printFigure } from "../../figures.js";
import { openedAsIs } from "./client.fixture.js";
import { type CorpusRow, corpusTable } from "./corpus-table.fixture.js";
import { github, worldDocuments } from "./documents.fixture.js";
import { sampleOf } from "./sample.fixture.js";

/** A server that answers as it is told, and keeps what it was asked. */
async function startServer() {
  const seen: string[] = [];
  const state: { reply: Reply } = { reply: { status: 200, type: "application/json", text: "null" } };
  const server = createServer((request, response) => {
    request.resume().on("end", () => {
      seen.push(`${request.method} ${request.url}`);
      const { status, type, text } = state.reply;
      response.writeHead(status, { "content-type": type }).end(request.method === "HEAD" ? "" : text);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    seen,
    state,
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.dispose]: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** A status that falls into a case: into that of `default` only what no other takes. */
function statusFor(status: string, cases: readonly { readonly status: string }[]): number {
  if (/^\d+$/.test(status)) return Number(status);
  if (status !== "default") return Number(status[0]) * 100 + 18;
  return cases.some((one) => one.status === "4XX") ? 518 : 418;
}

/** A line of the table for each package. */
const rows = new Map<string, CorpusRow>();
afterAll(() => printFigure("documents", corpusTable(rows, 0)));

describe.each([...worldDocuments(), github])("$name", (document) => {
  it("can be called for each of its operations, in every way", { timeout: 600_000 }, async () => {
    await using built = await openedAsIs(document);
    const [source = ""] = document.name.split(": ");
    const row = rows.get(source) ?? { documents: 0, operations: 0, leftOut: 0 };
    rows.set(source, {
      documents: row.documents + 1,
      operations: row.operations + built.operations,
      leftOut: row.leftOut + built.leftOut.length,
    });
    using server = await startServer();
    const { seen, state, baseUrl } = server;
    const index = await built.load("index");
    const { shapes, responses } = (await built.load("shapes")) as { shapes: Shapes; responses: Shapes };
    const client = clientOf(index, optionsFor(built.api, { baseUrl }));
    const counts = { calls: 0, finds: 0, lists: 0, errors: 0, typedErrors: 0, unguessable: 0, unchecked: 0 };
    for (const { operation, owner } of methodsOf(built.api, client)) {
      const { label, method, methodName, find, pagination, errors } = operation;
      const args = argumentsFor(operation, shapes);
      const { reply, isRight } = replyTo(operation, shapes, responses);
      const result = (name: string): Promise<unknown> =>
        Promise.resolve(owner[name]!(...args)).catch((error: { code?: string; message: string }) => error);
      state.reply = reply;
      if ("validateRequests" in Object(args.at(-1))) counts.unchecked++;
      const before = seen.length;
      const data = await result(methodName);
      if (data instanceof Error && isUnguessable(`${(data as { code?: string }).code} ${data.message}`)) {
        counts.unguessable++;
        continue;
      }
      counts.calls++;
      expect(isRight(data), `${label}: ${String(data)}`).toBe(true);
      expect(
        seen.slice(before).map((line) => line.split(" ")[0]),
        label,
      ).toEqual([method]);
      if (pagination) {
        counts.lists++;
        for await (const _ of owner[pagination.all.methodName]!(...args)) break;
        expect(seen.length, label).toBe(before + 2);
      }
      if (find) {
        counts.finds++;
        state.reply = { status: 404, type: "application/json", text: "{}" };
        expect(await result(find.methodName), label).toBeUndefined();
      }
      for (const { status, shape } of errors?.responses ?? []) {
        counts.errors++;
        const code = statusFor(status, errors?.responses ?? []);
        const body = shape ? (sampleOf(shape, shapes) ?? null) : { any: 1 };
        state.reply = { status: code, type: "application/json", text: JSON.stringify(body) };
        const error = await result(methodName);
        expect(error, `${label} ${status}`).toBeInstanceOf(Error);
        const isFailure = index[errors?.guardName ?? ""] as (error: unknown) => boolean;
        // A sample is not always as described; the guard knows.
        const isDescribed = findIssues(body, shape ?? {}, shapes).length === 0;
        if (method !== "HEAD") expect(isFailure(error), `${label} ${status}`).toBe(isDescribed);
        if (isDescribed) counts.typedErrors++;
      }
    }
    console.log(`${document.name}: ${JSON.stringify(counts)}`);
    expect(counts.unguessable, "calls that cannot be guessed").toBeLessThanOrEqual(counts.calls);
  });
});
