import { Code, ConnectError, createClient } from "@connectrpc/connect";
import { createConnectTransport, createGrpcWebTransport } from "@connectrpc/connect-web";
import * as msw3 from "msw";
import { setupServer as setupServer3 } from "msw/node";
import * as msw2 from "msw-2";
import { setupServer as setupServer2 } from "msw-2/node";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { Cloud, CloudError, staticToken } from "@svc/cloud/web";
import { Operation, OperationServiceMethods, ServiceError } from "@svc/cloud/common/v1";
import { InstanceServiceClient, InstanceServiceMethods } from "@svc/cloud/compute/v1";
import { CatalogueClient, type Course, type CourseResult } from "@svc/catalogue";
import { mswHandlers as mswRestHandlers } from "@svc/catalogue/testing";
import { answerService, type HttpNamespace, mswHandlers } from "@stratus/runtime/msw";
import { descriptors } from "../../generated/interop/descriptors.js";
import { TestServiceClient, TestServiceMethods } from "../../generated/interop/testing/index.js";
import { Interop, type InteropOptions, tokenFromFunction } from "../../generated/interop/web.js";
import { jsonFormat } from "../../generated/interop/web-messages.js";
import { serviceOf } from "./connect-server.fixture.js";

/** MSW 3 needs this function of Node 22. */
vi.hoisted(() => {
  if ("withResolvers" in Promise) return;
  Object.assign(Promise, {
    withResolvers() {
      const resolvers = {};
      const promise = new Promise((resolve, reject) => Object.assign(resolvers, { resolve, reject }));
      return { promise, ...resolvers };
    },
  });
});

const course = {
  title: "Data Structures",
  description: "",
  credits: { min: 3, max: 3 },
  updated: "11/28/2026",
  sections: [],
  _version: 1,
} as never as Course;
const hit = { score: 1 } as never as CourseResult;
const baseUrl = "https://api.test/base";

const catalogue = new CatalogueClient({
  baseUrl: "https://catalogue.test/v1",
  retry: false,
  validate: "off",
});

const handlersFor = <Handler>(http: HttpNamespace<Handler>): Handler[] => [
  ...mswHandlers(http, [
    answerService(TestServiceMethods, {
      unaryCall({ responseSize, responseStatus }, { metadata }) {
        if (responseStatus)
          throw new CloudError({
            code: "FAILED_PRECONDITION",
            text: responseStatus.message,
            violations: [{ path: "a.b", rule: "required", text: "is missing" }],
          });
        return {
          payload: { body: new Uint8Array(responseSize).fill(7) },
          username: metadata.get("x-ask") ?? "",
        };
      },
      async *streamingOutputCall({ responseParameters, responseStatus }) {
        for (const { size } of responseParameters) yield { payload: { body: new Uint8Array(size) } };
        if (responseStatus) throw new Error("enough");
      },
    }),
  ]),
  ...mswHandlers(
    http,
    [
      answerService(InstanceServiceMethods, {
        create: ({ metadata }) => ({ id: "op-1", resourceId: `i-${metadata?.name}` }),
        get({ id }) {
          if (id === "strange") {
            const serviceErrors = [{ nobody: "knows this" }] as never;
            throw new CloudError({ code: "NOT_FOUND", text: "gone", serviceErrors });
          }
          if (id === "none")
            throw new CloudError({
              code: "NOT_FOUND",
              text: "gone",
              serviceErrors: [ServiceError.create({ code: "instance.gone" })],
            });
          return { metadata: { id }, spec: { memoryBytes: 2n ** 60n } };
        },
      }),
      answerService(OperationServiceMethods, {}),
    ],
    { serviceErrors: [Operation, ServiceError] },
  ),
  ...mswRestHandlers(http, catalogue, {
    courses: {
      get(subjectCode, courseNumber) {
        if (courseNumber === 404) return new Response(null, { status: 404 });
        if (courseNumber === 403) return Response.json({ message: "not yours" }, { status: 403 });
        return { ...course, subjectCode, courseNumber };
      },
    },
    search: {
      courses: (query, request) => (new URL(request.url).pathname.includes("/search") && query ? [hit] : []),
    },
  }),
];

const protocols: [name: string, options: Partial<InteropOptions>][] = [
  ["gRPC-web", { protocol: "grpc-web" }],
  ["gRPC-web with gzip", { protocol: "grpc-web", compression: "gzip" }],
  ["Connect", { protocol: "connect" }],
  ["Connect with gzip", { protocol: "connect", compression: "gzip" }],
  ["Connect in JSON", { protocol: "connect", format: jsonFormat }],
];

describe.each([
  ["MSW 3", protocols, () => setupServer3(...handlersFor<msw3.HttpHandler>(msw3.http))],
  ["MSW 2", protocols.slice(1, 3), () => setupServer2(...handlersFor<msw2.HttpHandler>(msw2.http))],
] as const)("with %s", (_, tried, open) => {
  const server = open();
  beforeAll(() => server.listen());
  afterAll(() => {
    server.close();
    for (const name of Object.keys(globalThis).filter((key) => key.startsWith("__MSW_")))
      Reflect.deleteProperty(globalThis, name);
  });

  describe.each(tried)("calls by %s", (_name, options) => {
    const session = new Interop({
      baseUrl,
      credentials: tokenFromFunction(() => "token-1"),
      retry: false,
      ...options,
    });
    const tests = new TestServiceClient(session);

    it("are answered by functions, with what a server would see", async () => {
      const answer = await tests.unaryCall({ responseSize: 300 }, { metadata: { "x-ask": "yes" } });
      expect(answer.payload?.body).toEqual(new Uint8Array(300).fill(7));
      expect(answer.username).toBe("yes");
    });

    it("stream", async () => {
      const sizes: (number | undefined)[] = [];
      const stream = tests.streamingOutputCall({ responseParameters: [{ size: 3 }, { size: 70_000 }] });
      for await (const { payload } of stream) sizes.push(payload?.body.length);
      expect(sizes).toEqual([3, 70_000]);
    });

    it("fail with the errors that the functions throw", async () => {
      await expect(
        tests.unaryCall({ responseStatus: { code: 9, message: "nö: 100 %" } }),
      ).rejects.toMatchObject({
        code: "FAILED_PRECONDITION",
        text: "nö: 100 %",
        violations: [{ path: "a.b", rule: "required" }],
      });
      const stream = tests.streamingOutputCall({ responseParameters: [{}], responseStatus: { code: 9 } });
      await expect(toArray(stream)).rejects.toMatchObject({ code: "UNKNOWN", text: "enough" });
    });

    it("of a method without a function fail with its name", async () => {
      await expect(tests.emptyCall({})).rejects.toMatchObject({
        code: "UNIMPLEMENTED",
        message: expect.stringContaining("grpc.testing.TestService/EmptyCall"),
      });
    });
  });

  it("operations end, and service errors have the type of the API", async () => {
    const cloud = new Cloud({
      baseUrl,
      credentials: staticToken("token-1"),
      pollIntervalMs: 1,
      retry: false,
    });
    const instances = new InstanceServiceClient(cloud);
    const operation = await instances.create({ metadata: { parentId: "p", name: "web" }, spec: { cpu: 4 } });
    expect(operation.isDone).toBe(false);
    expect(await operation.resource()).toMatchObject({
      metadata: { id: "i-web" },
      spec: { memoryBytes: 2n ** 60n },
    });
    await expect(instances.get({ id: "none" })).rejects.toMatchObject({
      code: "NOT_FOUND",
      serviceErrors: [ServiceError.create({ code: "instance.gone" })],
    });
    await expect(instances.get({ id: "strange" })).rejects.toMatchObject({
      code: "UNKNOWN",
      text: expect.stringContaining("no type of the option serviceErrors"),
    });
  });

  it("REST calls are answered by functions with the parameters of the client's methods", async () => {
    const { courses, search, buildings } = catalogue;
    expect(await courses.get("CS/2", 101)).toMatchObject({ subjectCode: "CS/2", courseNumber: 101 });
    expect(await courses.find("CS", 404)).toBeUndefined();
    await expect(courses.get("CS", 403)).rejects.toMatchObject({
      status: 403,
      body: { message: "not yours" },
    });
    expect((await search.courses("data structures")).length).toBe(1);
    await expect(buildings.list()).rejects.toMatchObject({
      status: 501,
      message: expect.stringContaining("buildings.list has no answer"),
    });
  });

  it.each([
    ["Connect in the binary format", () => createConnectTransport({ baseUrl, useBinaryFormat: true })],
    ["Connect in JSON", () => createConnectTransport({ baseUrl })],
    ["Connect by GET", () => createConnectTransport({ baseUrl, useHttpGet: true })],
    ["gRPC-web", () => createGrpcWebTransport({ baseUrl })],
  ])("clients of connect-web get the same by %s", async (_name, transport) => {
    const client = createClient(
      serviceOf(descriptors.files, "grpc.testing.TestService"),
      transport(),
    ) as unknown as {
      unaryCall(request: object): Promise<{ payload?: { body: Uint8Array } }>;
      streamingOutputCall(request: object): AsyncIterable<{ payload?: { body: Uint8Array } }>;
    };
    expect((await client.unaryCall({ responseSize: 5 })).payload?.body).toHaveLength(5);
    const stream = await toArray(client.streamingOutputCall({ responseParameters: [{ size: 3 }] }));
    expect(stream.map(({ payload }) => payload?.body.length)).toEqual([3]);
    const error = await client
      .unaryCall({ responseStatus: { code: 9, message: "nö" } })
      .catch((reason: unknown) => ConnectError.from(reason));
    expect(error).toMatchObject({ code: Code.FailedPrecondition, rawMessage: "nö" });
  });
});

it("an answer has the types of its method", () => {
  // @ts-expect-error the response has no such field
  answerService(InstanceServiceMethods, { get: () => ({ metadatum: {} }) });
  // @ts-expect-error the service has no such method
  answerService(InstanceServiceMethods, { fetch: () => ({}) });
  expect(
    answerService(InstanceServiceMethods, { get: ({ id }) => ({ metadata: { id } }) }).methods,
  ).toBeDefined();
});

async function toArray<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}
