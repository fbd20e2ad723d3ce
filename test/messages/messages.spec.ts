import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { runInNewContext } from "node:vm";
import { rolldown } from "rolldown";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { generateFrom } from "../../generator/src/plugin/request.fixture.js";
import { importsOf } from "../architecture/imports.fixture.js";
import { type Folder, openFolder, triedCompilers } from "../compile.fixture.js";
import { readTree } from "../golden/tree.fixture.js";

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const shop = readTree(here("../golden/api/protos"));

/** A form in a browser: reads an order, changes it, and says what an update would send. */
const program = `
import { applyUpdate, deriveMask, diffMask, fromJson, maskFor, timestampFromDate, toDate, toJson } from "../index.js";
import { Order, OrderStatus_Phase, UpdateOrderRequest } from "../shop/v1/index.js";

export function run(text: string): Record<string, unknown> {
  const order: Order = fromJson(Order, JSON.parse(text));
  const edited: UpdateOrderRequest = UpdateOrderRequest.create({
    metadata: order.metadata,
    spec: { ...order.spec, lines: [], floor: 0, delivery: { $case: "pickup", value: {} } },
  });
  const mask = deriveMask(UpdateOrderRequest, edited);
  const before = UpdateOrderRequest.create({ metadata: order.metadata, spec: order.spec });
  return {
    order: toJson(Order, order),
    redacted: toJson(Order, order, { redact: true }),
    isPaid: order.status?.phase === OrderStatus_Phase.PAID,
    version: order.metadata?.resourceVersion,
    selected: String(maskFor(UpdateOrderRequest).select((m) => [m.spec.lines, m.spec.notes.key("a").text])),
    mask: String(mask),
    diff: String(diffMask(UpdateOrderRequest, before, edited)),
    updated: toJson(
      Order,
      applyUpdate(Order, order, edited, mask, { requestTable: UpdateOrderRequest }),
    ),
    date: toDate(timestampFromDate(new Date(1e12))).toISOString(),
  };
}

export const mistakes = (): unknown => [
  // @ts-expect-error there is no such field
  maskFor(UpdateOrderRequest).select((m) => [m.spec.colour]),
  // @ts-expect-error there is no such field
  Order.create({ spec: { colour: "red" } }),
  // @ts-expect-error a 64-bit integer is a bigint or a number
  Order.create({ metadata: { resourceVersion: "1" } }),
];
`;

const order = {
  metadata: { id: "1", resourceVersion: "9007199254740993" },
  spec: {
    lines: [{ article: "tea", count: 2 }],
    notes: { a: { "@text": "hello" } },
    streetAddress: "Elm Street 1",
    floor: 3,
    greeting: "hi",
    customerId: "c-1",
  },
  status: { phase: "PHASE_PAID" },
};

const wanted = {
  order,
  redacted: { ...order, spec: { ...order.spec, customerId: "[hidden]" } },
  isPaid: true,
  version: 9007199254740993n,
  selected: "spec.(lines,notes.a.text)",
  updated: {
    ...order,
    spec: { notes: order.spec.notes, pickup: {}, floor: 0, greeting: "hi", customerId: "c-1" },
  },
  date: "2001-09-09T01:46:40.000Z",
};

describe("messages without codecs", () => {
  let folder: Folder;
  let files: Readonly<Record<string, string>>;

  beforeAll(async () => {
    folder = await openFolder();
    const outcome = await generateFrom(shop, { parameter: "strip_prefix=acme,codec=none,verify=true" });
    expect(outcome.error).toBe("");
    files = outcome.files;
    await folder.write({ ...files, "app/program.ts": program });
    for (const compiler of triedCompilers) {
      expect(await folder.compile(compiler)).toBe("");
    }
  });
  afterAll(() => folder[Symbol.asyncDispose]());

  it("have types and tables, and nothing that calls or encodes", () => {
    expect(Object.keys(files).filter((path) => /client|session|services|wire|server/.test(path))).toEqual([]);
    const targets = Object.entries(files).flatMap(([path, text]) => importsOf(path, text));
    const outside = targets.map(({ target }) => target).filter((target) => target.startsWith("@"));
    expect(new Set(outside)).toEqual(
      new Set(["@stratus/runtime/generated/messages-v1", "@stratus/runtime/messages"]),
    );
    expect(Object.values(files).join("")).not.toMatch(/encode\(|decode\(|_unknownFields/);
  });

  it("become JSON and back, are filled, and give masks", async () => {
    const { run } = await import(pathToFileURL(join(folder.path, "dist/app/program.js")).href);
    const result = run(JSON.stringify(order));
    expect(result).toMatchObject(wanted);
    expect(result.mask.split(",").length).toBeGreaterThan(3);
    expect(result.diff).toContain("lines");
  });

  it("run in a browser: no Node, no gRPC, no codec, no other package", async () => {
    const outside: string[] = [];
    const bundle = await rolldown({
      cwd: folder.path,
      input: "dist/app/program.js",
      platform: "browser",
      external: (id) => {
        const isOutside = /^node:|^@grpc|^@bufbuild|^jose/.test(id);
        if (isOutside) outside.push(id);
        return isOutside;
      },
    });
    const { output } = await bundle.generate({ format: "cjs", minify: true, codeSplitting: false });
    await bundle.close();
    expect(outside).toEqual([]);
    // A context has the language, and of what Node and browsers have the encoder of text alone. A function keeps short names
    // of the bundle apart from global ones, such as `gc`.
    const context = { TextEncoder, exports: {}, text: JSON.stringify(order), result: undefined as never };
    runInNewContext(`(() => { ${output[0].code} })(); result = exports.run(text);`, context);
    expect(JSON.parse(JSON.stringify(context.result, bigintText))).toMatchObject({
      ...wanted,
      version: "9007199254740993",
    });
    expect(output[0].code.length).toBeLessThan(98_000);
  });
});

describe("messages of every shape without codecs", () => {
  it.each(triedCompilers)("compile under %s", async (compiler) => {
    const { files, error } = await generateFrom(readTree(here("../oracle/protos")), {
      parameter: "codec=none",
    });
    expect(error).toBe("");
    await using folder = await openFolder();
    await folder.write(files);
    expect(await folder.compile(compiler)).toBe("");
  });
});

function bigintText(_: string, value: unknown): unknown {
  return typeof value === "bigint" ? String(value) : value;
}
