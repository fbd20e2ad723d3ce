import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { env } from "node:process";
import { OpenAPIBackend, type Document } from "openapi-backend";
import { parse } from "yaml";
import { groupBy } from "../../../generator/src/kit/group-by.js";
import { afterAll, describe, expect, it } from "vitest";
import type { RestBody, RestOperation } from "../../../generator/src/rest/model/rest-api.js";
import type { Shapes } from "../../../generator/src/rest/runtime/shape.js";
import { argumentsFor, clientOf, isUnguessable, methodsOf, optionsFor } from "./call.fixture.js";
import { opened } from "./client.fixture.js";
import { corpusDocuments, readDocument, type CorpusDocument } from "./corpus.fixture.js";
import { fullSampleOf } from "./sample.fixture.js";

/** So many documents of a repository, and so many calls of each, are judged. */
const mostDocuments = 12;
const mostCalls = 40;

/** Documents that the judge itself reads: it knows nothing of Swagger 2.0. */
const judged = [...groupBy(corpusDocuments, ({ repository }) => repository).values()]
  .flatMap((documents) => documents.slice(-mostDocuments))
  .filter(({ repository }) => !/netlify|slackapi/.test(repository))
  .filter(({ repository }) => repository.includes(env["WORLD_ONLY"] ?? ""));

const counts = { documents: 0, calls: 0 };
afterAll(() => console.log(`${counts.calls} requests of ${counts.documents} documents are as described`));

/** A body by its schema, if that has a name; undefined if none can be guessed. */
function sampleBody(body: RestBody | undefined, shapes: Shapes): unknown {
  const form = body?.forms[0];
  return form?.kind === "json" && form.type.kind === "named"
    ? fullSampleOf({ ref: form.type.schema }, shapes)
    : undefined;
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const piece of request) text += String(piece);
  return text;
}

/** A server that answers nothing, and keeps what the judge says of what it was asked. */
async function startJudge(definition: Document) {
  const api = new OpenAPIBackend({
    definition,
    quick: true,
    strict: false,
    ajvOpts: { strict: false, validateFormats: false, logger: false },
  });
  await api.init();
  const said: string[] = [];
  const gaveUp: string[] = [];
  const server = createServer((request, response) => {
    void textOf(request).then((body) => {
      const { method = "", url = "", headers } = request;
      const [path = "", query = ""] = url.split("?");
      const asked = { method, path, query, headers: headers as Record<string, string>, body };
      try {
        const operation = api.matchOperation(asked);
        const { errors } = operation ? api.validateRequest(asked, operation) : { errors: undefined };
        if (!operation) said.push(`${method} ${path}: there is no such operation`);
        for (const { instancePath, message } of errors ?? [])
          // A body is the guess of this test, which knows less of it than the judge.
          if (!instancePath.startsWith("/requestBody"))
            said.push(`${method} ${url}: ${instancePath} ${message}`);
      } catch (error) {
        gaveUp.push(String(error));
      }
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    said,
    gaveUp,
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.dispose]: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** The calls that are judged: those whose body can be guessed. */
function callable(operations: readonly RestOperation[], shapes: Shapes): readonly RestOperation[] {
  const fit = operations.filter(({ body }) => !body || sampleBody(body, shapes) !== undefined);
  const step = Math.max(1, Math.floor(fit.length / mostCalls));
  return fit.filter((_, index) => index % step === 0).slice(0, mostCalls);
}

describe.each(judged.map((one) => [`${one.repository} ${one.path}`, one] as const))(
  "%s",
  (_, document: CorpusDocument) => {
    it("is what the client sends, by openapi-backend", { timeout: 600_000 }, async () => {
      const text = await readDocument(document);
      await using built = await opened({ name: document.path }, text);
      using judge = await startJudge({ ...(parse(text, { maxAliasCount: -1 }) as Document), servers: [] });
      const index = await built.load("index");
      const { shapes } = (await built.load("shapes")) as { shapes: Shapes };
      const client = clientOf(index, optionsFor({ baseUrl: judge.baseUrl, validate: "off" }));
      const all = [...methodsOf(built.api, client)];
      const chosen = new Set(
        callable(
          all.map(({ operation }) => operation),
          shapes,
        ),
      );
      for (const { operation, owner } of all.filter((one) => chosen.has(one.operation))) {
        const args = [...argumentsFor(operation, shapes)];
        if (operation.body) args.splice(-2, 1, sampleBody(operation.body, shapes));
        const before = judge.said.length + judge.gaveUp.length;
        const failed: unknown = await Promise.resolve(owner[operation.methodName]!(...args)).then(
          () => undefined,
          (error: unknown) => error,
        );
        const code = (failed as { readonly code?: string } | undefined)?.code;
        if (code === "INVALID_ARGUMENT" && !isUnguessable(String(failed)))
          judge.said.push(`${operation.label}: ${String(failed)}`);
        if (code !== "INVALID_ARGUMENT" && judge.said.length + judge.gaveUp.length === before) counts.calls++;
      }
      counts.documents++;
      expect(judge.said).toEqual([]);
    });
  },
);
