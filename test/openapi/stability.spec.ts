import * as fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { answer, compile, expectCompiled, run } from "./package.fixture.js";

afterAll(expectCompiled);

interface Described {
  readonly openapi: string;
  readonly info: object;
  readonly paths: Readonly<Record<string, Readonly<Record<string, object>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
}

const id = { name: "id", in: "path", required: true, schema: { type: "integer" } };
const booking = { $ref: "#/components/schemas/Booking" };

const base: Described = {
  openapi: "3.1.0",
  info: { title: "Bookings", version: "1" },
  paths: {
    "/bookings/{id}": {
      get: { tags: ["bookings"], operationId: "getBooking", parameters: [id], responses: answer(booking) },
      delete: {
        tags: ["bookings"],
        operationId: "deleteBooking",
        parameters: [id],
        responses: { 204: { description: "" } },
      },
    },
    "/rooms": {
      get: {
        tags: ["rooms"],
        operationId: "listRooms",
        responses: answer({ type: "array", maxItems: 9, items: booking }),
      },
      post: {
        operationId: "addRoom",
        requestBody: { required: true, content: { "application/json": { schema: booking } } },
        responses: answer(booking),
      },
    },
  },
  components: {
    schemas: { Booking: { type: "object", required: ["id"], properties: { id: { type: "integer" } } } },
  },
};

/** Uses every name and every argument that the first description gave. */
const program = `
import {
  AcmeClient, addRoom, deleteBooking, findBooking, getBooking, isBooking, isPossiblyTruncated, listRooms, Session,
  Bookings, Rooms, type Booking,
} from "./index.js";

export async function use(options: { baseUrl: string; fetch: typeof fetch }): Promise<unknown> {
  const client = new AcmeClient(options);
  const session = new Session(options);
  const signal = new AbortController().signal;
  const groups: [Bookings, Rooms] = [client.bookings, client.rooms];
  const one: Booking = await client.bookings.get(1, { signal });
  const found: Booking | undefined = await groups[0].find(2, { timeoutMs: 5000 });
  const nothing: void = await client.bookings.delete(3, { signal });
  const rooms: Booking[] = await groups[1].list({ signal, retry: { maxAttempts: 1 } });
  const added: Booking = await client.addRoom(one, { signal });
  await getBooking(session, 4, { signal });
  await findBooking(session, 5);
  await deleteBooking(session, 6, {});
  await listRooms(session, { signal });
  await addRoom(session, { id: 7 });
  return [one, found, nothing, rooms, added, isBooking(one), isPossiblyTruncated(rooms)];
}
`;

/** What a program sent and what it got. */
async function outcomeOf(spec: object, lock: string): Promise<unknown> {
  const built = await compile(spec, program, undefined, lock);
  const { use } = (await built.load("usage.js")) as { use: (options: object) => Promise<unknown> };
  const sent: unknown[] = [];
  const fetch = async (url: string, { method, body }: RequestInit): Promise<Response> => {
    sent.push([method, url, body]);
    if (method === "DELETE") return new Response(null, { status: 204 });
    return Response.json(url.endsWith("/rooms") && method === "GET" ? [{ id: 1 }] : { id: 1 });
  };
  return [await use({ baseUrl: "http://a.test", fetch }), sent];
}

const word = fc.constantFrom(
  "booking",
  "bookings",
  "room",
  "rooms",
  "get",
  "list",
  "find",
  "add",
  "Booking",
  "Session",
  "options",
);
const addition = fc.record({
  path: fc.tuple(word, word).map((words) => `/${words.join("/")}`),
  method: fc.constantFrom("get", "post", "put"),
  operationId: fc.option(fc.tuple(word, word).map(([a, b]) => `${a}${b[0]?.toUpperCase()}${b.slice(1)}`)),
  tag: fc.option(word),
  maxItems: fc.integer({ min: 1, max: 20 }),
});
const growth = fc.record({
  additions: fc.array(addition, { minLength: 1, maxLength: 6 }),
  parameters: fc.uniqueArray(word, { maxLength: 3 }),
  place: fc.constantFrom("query", "header", "cookie"),
  schemas: fc.uniqueArray(
    fc.constantFrom("Bookings", "Rooms", "GetBookingParams", "Session", "booking", "isBooking"),
    { maxLength: 3 },
  ),
});

/** The description with operations and schemas in front of the old ones, and optional parameters on these. */
function grown({
  additions,
  parameters,
  place,
  schemas,
}: typeof growth extends fc.Arbitrary<infer T> ? T : never): object {
  const more = parameters.map((name) => ({ name, in: place, schema: { type: "string" } }));
  const old = Object.entries(base.paths).map(([path, item]) => {
    const methods = Object.entries(item).map(([method, operation]) => {
      const { parameters: own = [] } = operation as { parameters?: object[] };
      return [method, { ...operation, parameters: [...more, ...own] }];
    });
    return [path, Object.fromEntries(methods)] as const;
  });
  const added = additions.map(({ path, method, operationId, tag, maxItems }) => {
    const responses = answer({ type: "array", maxItems, items: { type: "string" } });
    return [
      path,
      { [method]: { ...(operationId && { operationId }), ...(tag && { tags: [tag] }), responses } },
    ] as const;
  });
  const named = Object.fromEntries(schemas.map((name) => [name, { type: "object" }]));
  return {
    ...base,
    paths: Object.fromEntries([...added, ...old]),
    components: { schemas: { ...named, ...base.components.schemas } },
  };
}

describe("a description that grows", () => {
  it("leaves every program as it was: it compiles, sends the same and gets the same", async () => {
    const first = await run(base);
    const lock = first.files.find(({ path }) => path === "stratus.names.json")?.text ?? "";
    const wanted = await outcomeOf(base, lock);
    await fc.assert(
      fc.asyncProperty(growth, async (change) => {
        expect(await outcomeOf(grown(change), lock)).toEqual(wanted);
      }),
      { numRuns: 4 },
    );
  });

  it("gets back the name of an operation that was gone for a while", async () => {
    const lockOf = async (spec: object, lock?: string): Promise<string> =>
      (await run(spec, { lock })).files.find(({ path }) => path === "stratus.names.json")?.text ?? "";
    const { "/rooms": rooms } = base.paths;
    const before = await lockOf(base);
    const without = await lockOf({ ...base, paths: { "/rooms": rooms } }, before);
    expect(without).toBe(before);
  });

  it("keeps an operation's names when its path changes", async () => {
    const before = (await run(base)).files.find(({ path }) => path === "stratus.names.json")?.text ?? "";
    const { "/bookings/{id}": item, ...others } = base.paths;
    const { files } = await run(
      { ...base, paths: { ...others, "/v2/bookings/{id}": item } },
      { lock: before },
    );
    expect(files.find(({ path }) => path === "src/operations/bookings.ts")?.text).toContain(
      'name: "bookings.get"',
    );
    expect(files.find(({ path }) => path === "stratus.names.json")?.text).toBe(before);
  });
});
