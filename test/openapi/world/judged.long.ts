import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { env } from "node:process";
import { parse } from "yaml";
import { groupBy } from "../../../generator/src/kit/group-by.js";
import { afterAll, describe, expect, it } from "vitest";
import type { RestRequestBody, RestOperation } from "../../../generator/src/rest/model/rest-api.js";
import type { Shapes } from "../../../generator/src/rest/runtime/shape.js";
import { printFigure } from "../../figures.js";
import { argumentsFor, clientOf, isUnguessable, methodsOf, optionsFor } from "./call.fixture.js";
import { opened } from "./client.fixture.js";
import { corpusDocuments, readDocument, saidOfAbsent, type CorpusDocument } from "./corpus.fixture.js";
import { type Document, openBackend } from "./judge.fixture.js";
import { fullSampleOf, sampleOf } from "./sample.fixture.js";

/** So many documents of a repository, and so many calls of each, are judged. */
const mostDocuments = 3;
const mostCalls = 40;

const judged = [...groupBy(corpusDocuments, ({ repository }) => repository).values()]
  .flatMap((documents) => documents.slice(-mostDocuments))
  .filter(({ repository }) => repository.includes(env["WORLD_ONLY"] ?? ""));

const counts = { documents: 0, calls: 0, bodies: 0, unguessed: 0 };
afterAll(() => {
  const { documents, calls, bodies, unguessed } = counts;
  const isWhole = env["WORLD_ONLY"] === undefined && saidOfAbsent() === "";
  const number = (value: number): string => value.toLocaleString("en");
  const text = `${number(calls)} requests, ${number(bodies)} with a body, of ${documents} documents; the validator rejected every guessed body of ${unguessed} operations`;
  if (isWhole) printFigure("corpus requests", text);
  else console.log(text);
  console.log(saidOfAbsent());
});

/** Bodies by their schema, if that has a name: with all that is described, and with what must be there. */
function sampleBodies(body: RestRequestBody | undefined, shapes: Shapes): readonly unknown[] {
  const form = body?.mediaTypes[0];
  if (form?.kind !== "json" || form.type.kind !== "named") return [];
  const shape = { ref: form.type.schema };
  return [fullSampleOf(shape, shapes), sampleOf(shape, shapes)].filter((value) => value !== undefined);
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const piece of request) text += String(piece);
  return text;
}

/** What the judge says of requests that are right, and why they are. */
const misread: readonly RegExp[] = [
  // fetch sends no body with GET: it is left out, and the report says so.
  /^GET .*(Unexpected end of JSON input|'requestBody')$/,
  // The specification has these ignored among parameters: they come from credentials and forms.
  /\/header must have required property '(authorization|content-type|accept)'$/,
  // The sample is an object without properties, of which a query has nothing.
  /users\.autocomplete: \/query must have required property 'selector'$/,
  // Of a path that ends with a fragment, a server sees nothing but what is before it, which is another operation.
  /^GET \/web_links\/x\?fields=x: \/query must NOT have additional properties$/,
  // A query that is part of a path is no parameter, and is sent with every request.
  /\?beta=true: \/query must NOT have additional properties$/,
];

/** A server that answers nothing, and keeps what the judge says of what it was asked. */
async function startJudge(definition: Document) {
  const api = await openBackend(definition);
  const said: string[] = [];
  const gaveUp: string[] = [];
  /** What came as a body, and whether it is as described. */
  const bodies: { readonly text: string; readonly isRight: boolean }[] = [];
  const server = createServer((request, response) => {
    void textOf(request).then((body) => {
      const { method = "", url = "", headers } = request;
      const [path = "", query = ""] = url.split("?");
      const asked = { method, path, query, headers: headers as Record<string, string>, body };
      try {
        const operation = api.matchOperation(asked);
        const { errors } = operation ? api.validateRequest(asked, operation) : { errors: undefined };
        if (!operation) said.push(`${method} ${path}: there is no such operation`);
        // A body is the guess of this test, which knows less of it than the judge.
        const ofBody = (errors ?? []).filter(({ instancePath }) => instancePath.startsWith("/requestBody"));
        const others = (errors ?? []).filter((one) => !ofBody.includes(one));
        const sentences = others.map(
          ({ instancePath, message }) => `${method} ${url}: ${instancePath} ${message}`,
        );
        said.push(...sentences.filter((one) => !misread.some((pattern) => pattern.test(one))));
        if (body !== "") bodies.push({ text: body, isRight: ofBody.length === 0 });
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
    bodies,
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.dispose]: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** The judge reads names of parameters in a path up to a dot. */
const isReadable = ({ path }: RestOperation): boolean => !/\{[^}]*\W[^}]*\}/.test(path);

/** The calls that are judged: those whose body can be guessed. */
function callable(operations: readonly RestOperation[], shapes: Shapes): readonly RestOperation[] {
  const fit = operations
    .filter(isReadable)
    .filter(({ body }) => !body || sampleBodies(body, shapes).length > 0);
  const step = Math.max(1, Math.floor(fit.length / mostCalls));
  return fit.filter((_, index) => index % step === 0).slice(0, mostCalls);
}

type Judge = Awaited<ReturnType<typeof startJudge>>;

/** Makes a call and gives whether it was sent; of what is refused here, only what no text was found for may be. */
async function isSent(
  operation: RestOperation,
  call: () => PromiseLike<unknown>,
  judge: Judge,
): Promise<boolean> {
  const failed: unknown = await Promise.resolve(call()).then(
    () => undefined,
    (error: unknown) => error,
  );
  const { code } = Object(failed) as { readonly code?: string };
  const isRefused = code === "INVALID_ARGUMENT";
  if (isRefused && !isUnguessable(`${code} ${String(failed)}`))
    judge.said.push(`${operation.label}: ${String(failed)}`);
  return !isRefused;
}

/**
 * Sends guesses, unchecked, until the judge takes one; each comes as it was given. What the judge takes, the strictest
 * checks of the client take too.
 */
async function sendBodies(
  operation: RestOperation,
  guesses: readonly unknown[],
  send: (body: unknown, options: object) => PromiseLike<unknown>,
  judge: Judge,
): Promise<void> {
  for (const guess of guesses) {
    judge.bodies.length = 0;
    const before = judge.gaveUp.length;
    if (!(await isSent(operation, () => send(guess, { validateRequests: "off" }), judge))) return;
    if (judge.gaveUp.length > before) return;
    const [came] = judge.bodies;
    if (came?.text !== JSON.stringify(guess))
      judge.said.push(`${operation.label}: the body came as ${came?.text}`);
    if (!came?.isRight) continue;
    if (!(await isSent(operation, () => send(guess, {}), judge))) return;
    counts.bodies++;
    counts.calls++;
    return;
  }
  counts.unguessed++;
}

describe.each(judged.map((one) => [`${one.repository} ${one.path}`, one] as const))(
  "%s",
  (_, document: CorpusDocument) => {
    it("is what the client sends, by openapi-backend", { timeout: 600_000 }, async ({ skip }) => {
      const text = await readDocument(document);
      if (text === undefined) return skip("it is not here");
      const definition = parse(text, { maxAliasCount: -1 }) as Document & { readonly swagger?: string };
      skip(definition.swagger !== undefined, "the judge knows nothing of Swagger 2.0");
      await using built = await opened({ name: document.path }, text);
      using judge = await startJudge({ ...definition, servers: [] });
      const index = await built.load("index");
      const { shapes } = (await built.load("shapes")) as { shapes: Shapes };
      const options = { baseUrl: judge.baseUrl, validate: "off", validateRequests: "strict" };
      const client = clientOf(index, optionsFor(built.api, options));
      const all = [...methodsOf(built.api, client)];
      const operations = all.map(({ operation }) => operation);
      const chosen = new Set(callable(operations, shapes));
      for (const { operation, owner } of all.filter((one) => chosen.has(one.operation))) {
        const args = argumentsFor(operation, shapes);
        const call = (given: readonly unknown[]): PromiseLike<unknown> =>
          owner[operation.methodName]?.(...given) ?? Promise.reject(new Error(`no ${operation.label}`));
        if (operation.body) {
          const send = (body: unknown, options: object): PromiseLike<unknown> =>
            call(
              args.toSpliced(-2, 2, body, { ...Object(args.at(-1)), validateRequests: "strict", ...options }),
            );
          await sendBodies(operation, sampleBodies(operation.body, shapes), send, judge);
          continue;
        }
        const before = judge.said.length + judge.gaveUp.length;
        const wasSent = await isSent(operation, () => call(args), judge);
        if (wasSent && judge.said.length + judge.gaveUp.length === before) counts.calls++;
      }
      counts.documents++;
      expect(judge.said).toEqual([]);
    });
  },
);
