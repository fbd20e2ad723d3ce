import { describe, expect, it } from "vitest";
import type { CallPlace, CopiedCall } from "./copied-call.js";
import { copyAs } from "./copy-as.js";
import { printLiteral, quoteShell } from "./literal.js";

const place: CallPlace = {
  webUrl: "http://127.0.0.1:8080",
  headers: { idempotencyKey: "X-Idempotency-Key", resetMask: "X-ResetMask" },
  token: "emu-1",
  sdk: { package: "@svc/cloud", session: "Cloud", stripPrefix: "svc" },
};
const create: CopiedCall = {
  method: {
    method: "svc.compute.v1.InstanceService/Create",
    kind: "unary",
    effect: "create",
    request: "svc.compute.v1.CreateInstanceRequest",
  },
  message: { metadata: { parentId: "p", name: "it's" }, spec: { cpu: 4 } },
  mask: undefined,
};

// `npm run long -- emulator` runs each of these, and compares the calls that arrive.
describe("a call as a program", () => {
  it("is TypeScript with the clients of the package", () => {
    expect(copyAs("TypeScript", create, place)).toBe(`import { Cloud, fromJson } from "@svc/cloud";
import { CreateInstanceRequest, InstanceServiceClient } from "@svc/cloud/compute/v1";

await using session = Cloud.fromEnv();
const client = new InstanceServiceClient(session);
const request = fromJson(CreateInstanceRequest, { metadata: { parentId: "p", name: "it's" }, spec: { cpu: 4 } });
console.log(await client.create(request));`);
  });

  it("is a line for a shell, with the mask of an Update", () => {
    expect(copyAs("CLI", { ...create, mask: "spec.cpu" }, place)).toBe(
      `npx @stratus/cli @svc/cloud call svc.compute.v1.InstanceService/Create --clear spec.cpu -d @- <<'END'
{
  "metadata": {
    "parentId": "p",
    "name": "it's"
  },
  "spec": {
    "cpu": 4
  }
}
END`,
    );
    const remove = { ...create, message: { id: "it's" }, method: { ...create.method, effect: "destroy" } };
    expect(copyAs("CLI", remove, place)).toBe(
      `npx @stratus/cli @svc/cloud call svc.compute.v1.InstanceService/Create -d '{"id":"it'\\''s"}'`,
    );
    expect(copyAs("curl", { ...create, message: {}, mask: "" }, place)).toBe(
      "curl -s http://127.0.0.1:8080/svc.compute.v1.InstanceService/Create \\\n  -H 'content-type: application/json' \\\n  -H 'authorization: Bearer emu-1' \\\n  -H 'X-ResetMask;' \\\n  -d '{}'",
    );
  });

  it("is TypeScript with fetch if there is no package, and has no command line then", () => {
    const plain = { ...place, sdk: undefined, token: undefined } as unknown as CallPlace;
    expect(copyAs("TypeScript", { ...create, message: {} }, plain)).toMatch(
      /^const response = await fetch\("http/,
    );
    expect(copyAs("CLI", create, plain)).toBeUndefined();
  });

  it("iterates over a stream, which curl cannot send", () => {
    const watch = { ...create, method: { ...create.method, kind: "server_streaming" as const } };
    expect(copyAs("TypeScript", watch, place)).toContain(
      "for await (const message of client.create(request))",
    );
    expect(copyAs("curl", watch, place)).toBeUndefined();
  });
});

describe("values in programs", () => {
  it("are shown with every character, and cannot leave their quotes", () => {
    expect(printLiteral({ "a-b": "\u202Ex", __proto__x: 1, n: [1, { ["__proto__"]: "`${1}`" }] })).toBe(
      '{ "a-b": "\\u202ex", __proto__x: 1, n: [1, { ["__proto__"]: "`${1}`" }] }',
    );
    expect(quoteShell("$(rm -rf ~) 'x' \"y\" `z`")).toBe(`'$(rm -rf ~) '\\''x'\\'' "y" \`z\`'`);
  });

  it("take several lines if they are long", () => {
    expect(printLiteral({ name: "n".repeat(70), tags: ["a"] })).toBe(
      `{\n  name: "${"n".repeat(70)}",\n  tags: ["a"],\n}`,
    );
  });
});
