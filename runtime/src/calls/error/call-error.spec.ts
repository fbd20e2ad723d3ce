import { inspect } from "node:util";
import { Metadata } from "../rpc/metadata.js";
import { describe, expect, it, vi } from "vitest";
import { staticToken } from "../../session/auth/static-token.js";
import {
  connectThings,
  methods,
  openSession,
  wiring,
  type ServiceError,
} from "../../fixture/test-api.fixture.js";
import { statusBytes } from "../../fixture/test-server.fixture.js";
import { answering, failure } from "../../fixture/test-transport.fixture.js";
import { callErrorClass } from "./call-error-class.js";
import { CallError, type CallErrorInit, explained } from "./call-error.js";
import { StatusError } from "./status-error.js";

const marker = "marker-token-0123456789";

async function failWith(answer: Error, token = "token-1"): Promise<CallError<ServiceError>> {
  const session = openSession({
    transport: answering(() => answer),
    credentials: staticToken(token),
    retry: false,
  });
  const error: unknown = await connectThings(session)
    .unary(methods.get, { id: "1" })
    .catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(CallError);
  return error as CallError<ServiceError>;
}

const detailed = (bytes: Uint8Array): Error => failure(5, "gone", [["grpc-status-details-bin", bytes]]);

describe("the error of a call", () => {
  it("says what, where and how often, in one line", async () => {
    const error = await failWith(failure(5, "no thing 1", { "x-request-id": "r-7", "x-trace-id": "t-8" }));
    expect(error.message).toBe(
      "NOT_FOUND: no thing 1 (acme.v1.ThingService/Get, at things.store.api.example.com:443, request r-7)",
    );
    expect(error).toMatchObject({
      name: "AcmeError",
      code: "NOT_FOUND",
      text: "no thing 1",
      method: "acme.v1.ThingService/Get",
      endpoint: "things.store.api.example.com:443",
      attempts: 1,
      requestId: "r-7",
      traceId: "t-8",
    });
    expect(error.trailer?.get("x-request-id")).toBe("r-7");
  });

  it("shows the metadata of its reason, whatever the keys are", () => {
    const reasonMetadata = { "": "nameless", zone: "a" };
    const error = new CallError({ code: "NOT_FOUND", text: "", reasonMetadata });
    expect(error.toJSON()).toMatchObject({ reasonMetadata });
    expect(new CallError({ code: "NOT_FOUND", text: "" }).toJSON()["reasonMetadata"]).toBeUndefined();
  });

  it("keeps all that is known when words are added", () => {
    const header = Metadata.from({ "x-zone": "a" });
    const init: CallErrorInit = {
      code: "ABORTED",
      text: "lost",
      name: "AcmeError",
      method: "acme.v1.ThingService/Get",
      endpoint: "things:443",
      attempts: 3,
      mayHaveReachedServer: false,
      earlierMayHaveReachedServer: true,
      unknownOutcome: { versionRead: 1n, resource: {} },
      serviceErrors: [{ code: "c" }],
      shownErrors: [{ code: "c" }],
      details: [{ typeName: "acme.v1.Detail", value: new Uint8Array([1]) }],
      violations: [{ path: "id", rule: "required", text: "is needed" }],
      reason: "LOST",
      domain: "acme.example",
      reasonMetadata: { zone: "a" },
      helpLinks: [{ description: "Help", url: "https://acme.example/help" }],
      retryType: "CALL",
      retryDelayMs: 5,
      requestId: "r-1",
      traceId: "t-1",
      operationId: "op-1",
      header,
      trailer: header,
      cause: new Error("the cause"),
    };
    const error = new CallError(init);
    const copy = explained(error, "try later");
    const known = (one: CallError): Map<string, unknown> =>
      new Map(
        Object.getOwnPropertyNames(one)
          .filter((name) => !["message", "stack", "text"].includes(name))
          .map((name) => [name, Reflect.get(one, name)] as const),
      );
    expect(known(copy)).toEqual(known(error));
    const { text: _text, shownErrors, ...given } = init;
    expect(Object.fromEntries(known(error))).toMatchObject(given);
    expect(copy.text).toBe("lost; try later");
    expect(copy.toJSON()["serviceErrors"]).toEqual(shownErrors);
  });

  it("has the service errors decoded, and the ids that an internal error names", async () => {
    const details = { $case: "internalError", value: { requestId: "r-1", traceId: "t-1" } } as const;
    const error = await failWith(detailed(statusBytes(5, "gone", { code: "c", details, retryType: 3 })));
    expect(error.serviceErrors).toEqual([{ code: "c", secretNote: "", details, retryType: 3 }]);
    expect(error).toMatchObject({ retryType: "NOTHING", requestId: "r-1", traceId: "t-1" });
  });

  it("says the service errors in its message, without secrets and not without end", async () => {
    const details = { $case: "internalError", value: { requestId: "r-1", traceId: "" } } as const;
    const secret = "note-of-the-marker";
    const error = await failWith(
      detailed(statusBytes(9, "no room", { code: "full", secretNote: secret, details, retryType: 3 })),
    );
    expect(String(error)).toMatch(/^AcmeError: NOT_FOUND: gone; \{"code":"full",.*"r-1".*\} \(acme/);
    expect(error.text).toBe("gone");
    expect(String(error)).not.toContain("marker");
    const long = await failWith(detailed(statusBytes(9, "no room", { code: "x".repeat(100_000) })));
    expect(long.message.length).toBeLessThan(2_000);
  });

  it("knows of its service errors what one from a server knows, where a program makes it itself", () => {
    const AcmeError = callErrorClass<unknown>("AcmeError", () => wiring.serviceErrors);
    const error = new AcmeError({
      code: "FAILED_PRECONDITION",
      text: "no room",
      serviceErrors: [{ code: "full", secretNote: "marker", retryType: 3 }],
    });
    expect(error.retryType).toBe("NOTHING");
    expect(error.message).toBe(
      'FAILED_PRECONDITION: no room; {"code":"full","secretNote":"[hidden]","retryType":"RETRY_TYPE_NOTHING"}',
    );
    expect(inspect(error)).not.toContain("marker");
    const own = new AcmeError({
      code: "ABORTED",
      text: "",
      serviceErrors: [{ code: "full", retryType: 3 }, { of: "no type" }],
      retryType: "CALL",
    });
    expect(own.retryType).toBe("CALL");
  });

  it("keeps details of a type that the SDK does not know", async () => {
    const { AnyType, StatusType } = await import("../../fixture/test-api.fixture.js");
    const value = AnyType.encode({ typeUrl: "x", value: new Uint8Array(0) });
    const status = { code: 5, message: "", details: [{ typeUrl: "a.b/acme.v9.Strange", value }] };
    const error = await failWith(detailed(StatusType.encode(status)));
    expect(error.serviceErrors).toEqual([]);
    expect(error.details).toEqual([{ typeName: "acme.v9.Strange", value }]);
  });

  it.each([
    ["garbage", Uint8Array.from([255, 255, 255, 255])],
    ["a cut message", statusBytes(5, "gone", { code: "c" }).slice(0, -3)],
    ["nothing", new Uint8Array(0)],
  ])("is not hidden by details that are %s", async (_what, bytes) => {
    const error = await failWith(detailed(bytes));
    expect(error).toMatchObject({ code: "NOT_FOUND", text: "gone" });
  });

  it("has the code UNKNOWN for a number that gRPC does not know, and says the number", async () => {
    expect(await failWith(failure(77, "strange"))).toMatchObject({
      code: "UNKNOWN",
      text: "status 77: strange",
    });
  });

  it("is known by instanceof across two copies of the package", async () => {
    const error = await failWith(failure(5));
    vi.resetModules();
    const copy = await import("./call-error.js");
    expect(copy.CallError).not.toBe(CallError);
    expect(error).toBeInstanceOf(copy.CallError);
    expect(new copy.CallError({ code: "ABORTED", text: "" })).toBeInstanceOf(
      callErrorClass<ServiceError>("AcmeError"),
    );
    expect(new Error("other")).not.toBeInstanceOf(CallError);
    expect(undefined as unknown).not.toBeInstanceOf(CallError);
  });

  it("is called as its SDK exports it, wherever it prints", async () => {
    const AcmeError = callErrorClass<ServiceError>("AcmeError");
    const made = new AcmeError({ code: "ABORTED", text: "no" });
    for (const error of [await failWith(failure(5, "gone")), made]) {
      expect(error).toBeInstanceOf(AcmeError);
      expect(error).toBeInstanceOf(CallError);
      expect(error.name).toBe("AcmeError");
      expect(String(error)).toMatch(/^AcmeError: /);
      expect(error.stack).toMatch(/^AcmeError: /);
      expect(inspect(error)).toMatch(/^AcmeError: /);
      expect(error.toJSON()).toMatchObject({ name: "AcmeError" });
    }
  });

  it("has a stack that leads to the line that made the call", async () => {
    const error = await failWith(failure(5));
    expect(error.stack).toContain("call-error.spec.ts");
  });

  it("is short however long the server's text is", async () => {
    const error = await failWith(failure(5, "x".repeat(100_000)));
    expect(error.message.length).toBeLessThan(3_000);
    expect(JSON.stringify(error).length).toBeLessThan(6_000);
    expect(inspect(error).length).toBeLessThan(12_000);
  });
});

const everywhere = (error: CallError): string =>
  [
    error.message,
    error.stack,
    String(error),
    JSON.stringify(error),
    inspect(error, { depth: 20, showHidden: false }),
    inspect({ nested: [error] }, { depth: 20 }),
    inspect(new Error("outer", { cause: error }), { depth: 20 }),
    JSON.stringify(error.header),
    inspect(error.trailer),
  ].join("\n");

describe("no error shows a secret:", () => {
  const jwt = "eyJhbGciOiJSUzI1NiJ9.eyJtYXJrZXIiOiJtYXJrZXIifQ.c2lnbmF0dXJlLW1hcmtlcg";

  it.each([
    [
      "the token that a server repeats",
      failure(16, `token ${marker} is wrong`, { "x-debug": `Bearer ${marker}` }),
    ],
    ["a bearer header in the text", failure(16, `got Authorization: Bearer other-${marker}`)],
    ["a JWT in the text", failure(16, `cannot verify ${jwt}`)],
    [
      "a token among the trailers",
      failure(16, "no", { authorization: marker, "x-access-token": marker, cookie: marker }),
    ],
    [
      "a private key",
      failure(13, `-----BEGIN RSA PRIVATE KEY-----\n${marker}\n-----END RSA PRIVATE KEY-----`),
    ],
  ])("%s", async (_what, answer) => {
    const error = await failWith(answer, marker);
    expect(everywhere(error)).not.toContain(marker);
    expect(everywhere(error)).not.toContain(jwt);
  });

  it("fields that the proto marks as sensitive", async () => {
    const error = await failWith(detailed(statusBytes(5, "", { code: "c1", secretNote: marker })));
    expect(everywhere(error)).not.toContain(marker);
    expect(inspect(error)).toContain("c1");
    // The program itself may read it.
    expect(error.serviceErrors[0]?.secretNote).toBe(marker);
  });

  it("a cause that a program gives", () => {
    const error = new CallError({ code: "INTERNAL", text: "x", cause: new Error(`Bearer ${marker}`) });
    expect(JSON.stringify(error)).not.toContain(marker);
  });
});

describe("what is not a failure of the call", () => {
  it("passes through: the errors of a program's interceptor", async () => {
    const mine = new Error("mine");
    const session = openSession({
      transport: answering(() => undefined),
      credentials: staticToken("token-1"),
      interceptors: [
        () => () => {
          throw mine;
        },
      ],
    });
    await expect(connectThings(session).unary(methods.get, { id: "" })).rejects.toBe(mine);
  });

  it("is a status without metadata all the same", () => {
    expect(new StatusError(3, "", Metadata.empty, Metadata.empty)).toBeInstanceOf(Error);
  });
});
