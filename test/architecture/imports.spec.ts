import { posix } from "node:path";
import { describe, expect, it } from "vitest";
import { houses } from "./houses.js";
import { findCycle, importsBelow, importsOf, sourcesBelow, type Import } from "./imports.fixture.js";

const show = (imports: readonly Import[]): string[] =>
  imports.map(({ from, target }) => `${from} -> ${target}`);

/** The modules that some modules load, with themselves. */
function loadedBy(imports: readonly Import[], ...modules: readonly string[]): ReadonlySet<string> {
  const reached = new Set(modules);
  for (const file of reached)
    for (const { from, target, isTypeOnly } of imports) if (from === file && !isTypeOnly) reached.add(target);
  return reached;
}

describe("the runtime", () => {
  const imports = importsBelow("runtime/src");

  it("imports neither the generator nor generated code", () => {
    const strays = imports.filter(({ target }) =>
      /^(generator|generated|emulator)\/|^protoc-gen|^@svc\/|^@stratus\//.test(target),
    );
    expect(show(strays)).toEqual([]);
  });

  it("takes of node:http2 its types alone, so that no program loads it for a client", () => {
    const strays = imports.filter(({ target, isTypeOnly }) => target === "node:http2" && !isTypeOnly);
    expect(show(strays)).toEqual([]);
  });

  it.each([
    ["masks", "messages/mask/index.ts", "messages/(?:mask|table)/|base/text/"],
    ["JSON", "messages/json/index.ts", "messages/(?:json|table)/|base/text/"],
    [
      "messages without codecs",
      "entries/generated/messages-v1.ts",
      "messages/(?:check|json|mask|schema|table|well-known/(?:tables|null-value))|base/text/|base/time/clock|calls/error/find-details|entries/(?:message-names|messages|generated/messages-v1)\\.ts",
    ],
  ])(
    "has an entry of %s that needs neither Node nor a library, so that it runs in browsers",
    (_, entry, allowed) => {
      const reached = [...loadedBy(imports, `runtime/src/${entry}`)];
      expect(reached.length).toBeGreaterThan(15);
      expect(reached.filter((target) => !new RegExp(`^runtime/src/(?:${allowed})`).test(target))).toEqual([]);
    },
  );
});

describe("the entry points of the runtime for the modules of messages and clients", () => {
  const reached = loadedBy(
    importsBelow("runtime/src"),
    "runtime/src/entries/generated/calls-v1.ts",
    "runtime/src/entries/generated/wire-v1.ts",
  );

  it("load messages, the words of rpcs and handles of operations, and nothing that makes calls", () => {
    const rooms = new Set([...reached].map((file) => /^runtime\/src\/([\w-]+\/[\w-]+)\//.exec(file)?.[1]));
    expect([...rooms].sort()).toEqual([
      "base/text",
      "calls/operation",
      "calls/rpc",
      "entries/generated",
      "messages/json",
      "messages/table",
      "messages/well-known",
      "messages/wire",
      "session/core",
    ]);
    const beside = [...reached].filter((file) => /\/(client|operation|json|session)\//.test(file));
    expect(beside.sort()).toEqual([
      "runtime/src/calls/operation/named-operation.ts",
      "runtime/src/calls/operation/operation-facts.ts",
      "runtime/src/calls/operation/operation-handle.ts",
      "runtime/src/calls/operation/resource-operation.ts",
      "runtime/src/messages/json/any-types.ts",
      "runtime/src/session/core/connect.ts",
      "runtime/src/session/core/session-key.ts",
    ]);
  });
});

describe("the generated cloud SDK", () => {
  const foreign = importsBelow("generated/cloud").filter(
    ({ target }) => !target.startsWith("generated/cloud/"),
  );

  it("imports its own files and one entry point of the runtime", () => {
    const entryFor = (from: string): string =>
      `@stratus/runtime/${from.startsWith("generated/cloud/src/guide/") ? "generated/guide-v1" : "generated/calls-v1"}`;
    const roots = ["index", "session", "web", "web-messages"].map((name) => `generated/cloud/src/${name}.ts`);
    const strays = foreign.filter(({ from, target }) => target !== entryFor(from) && !roots.includes(from));
    expect(show(strays)).toEqual([]);
  });

  it("loads what makes calls by its session alone", () => {
    const session = foreign.filter(({ from }) => from === "generated/cloud/src/session.ts");
    expect(show(session)).toEqual([
      "generated/cloud/src/session.ts -> @stratus/runtime/generated/session-v1",
    ]);
  });

  it("has no module of Node's session under that of browsers, and nothing else of the runtime", () => {
    const web = foreign.filter(({ from }) => from === "generated/cloud/src/web.ts");
    expect(new Set(web.map(({ target }) => target))).toEqual(
      new Set(["@stratus/runtime/generated/web-v1", "@stratus/runtime/generated/calls-v1"]),
    );
  });

  it("passes the runtime on from its root, with the well-known types that it names, and imports nothing else of it", () => {
    const root = foreign.filter(({ from }) => from === "generated/cloud/src/index.ts");
    expect(show(root)).toEqual([
      "generated/cloud/src/index.ts -> @stratus/runtime/generated/sdk-v1",
      "generated/cloud/src/index.ts -> @stratus/runtime/generated/calls-v1",
    ]);
  });
});

describe.each(Object.keys(houses))("%s", (house) => {
  it("has no import cycles", () => {
    expect(findCycle(importsBelow(house))).toBeUndefined();
  });

  it("has files with names in kebab case, and none for leftovers", () => {
    const names = sourcesBelow(house).map((path) => posix.basename(path).replace(/\.(?:tsx?|mjs)$/, ""));
    expect(names.filter((name) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name))).toEqual([]);
    expect(names.filter((name) => /^(utils?|helpers?|common|misc)$/.test(name))).toEqual([]);
  });
});

describe("this test", () => {
  it("sees every form of import, and a cycle where there is one", () => {
    const text = `import a from "./a.js";\nimport type { B } from "../b.js";\nimport {\n  c,\n} from "c";\nexport * from "./d.js";\nconst e = await import("./e.js");\n`;
    const found = importsOf("x/y/z.ts", text);
    expect(found.map(({ target }) => target)).toEqual(["x/y/a.ts", "x/b.ts", "c", "x/y/d.ts", "x/y/e.ts"]);
    expect(found.map(({ isTypeOnly }) => isTypeOnly)).toEqual([false, true, false, false, false]);
    expect(
      findCycle([
        { from: "a", target: "b", isTypeOnly: false },
        { from: "b", target: "a", isTypeOnly: true },
      ]),
    ).toEqual(["a", "b", "a"]);
    expect(findCycle([{ from: "a", target: "b", isTypeOnly: false }])).toBeUndefined();
  });
});
