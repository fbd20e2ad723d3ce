import { describe, expect, it } from "vitest";
import { findCycle, importsBelow, importsOf, sourcesBelow, type Import } from "./imports.fixture.js";

const show = (imports: readonly Import[]): string[] =>
  imports.map(({ from, target }) => `${from} -> ${target}`);

/** The stages of the generator, and whose types each may see. What lies below all of them, each may use. */
const stages: Readonly<Record<string, readonly string[]>> = {
  read: [],
  codecs: [],
  model: ["read", "codecs"],
  view: ["model"],
  verify: [],
};

const isStage = (path: string): boolean =>
  Object.keys(stages).some((stage) => path.startsWith(`generator/src/plugin/${stage}/`));

describe("the generator's stages", () => {
  const imports = importsBelow("generator/src");

  it.each(Object.entries(stages))(
    "%s sees of the other stages the types of %j alone, and of the options their type",
    (stage, before) => {
      const foreign = imports.filter(
        ({ from, target, isTypeOnly }) =>
          from.startsWith(`generator/src/plugin/${stage}/`) &&
          !target.startsWith(`generator/src/plugin/${stage}/`) &&
          (isStage(target) || target === "generator/src/plugin/options.ts") &&
          !(isTypeOnly && before.some((name) => target.startsWith(`generator/src/plugin/${name}/`))) &&
          !(isTypeOnly && target === "generator/src/plugin/options.ts"),
      );
      expect(show(foreign)).toEqual([]);
    },
  );

  it("make source text by the entry of code/ alone, which keeps to itself how a string becomes some", () => {
    const strays = imports.filter(
      ({ from, target }) =>
        target.startsWith("generator/src/kit/code/") &&
        target !== "generator/src/kit/code/code.ts" &&
        !from.startsWith("generator/src/kit/code/"),
    );
    expect(show(strays)).toEqual([]);
  });

  it("have Handlebars in kit/render/ alone, ts-morph in plugin/verify/, rest/read/, surface/ and versions/ alone", () => {
    const homes = {
      handlebars: ["kit/render"],
      "ts-morph": [
        "plugin/verify",
        "rest/read",
        "surface",
        "versions/api",
        "versions/program",
        "versions/prove",
      ],
    };
    for (const [library, rooms] of Object.entries(homes)) {
      const strays = imports.filter(
        ({ from, target }) =>
          (target === library || target.startsWith(`${library}/`)) &&
          !rooms.some((room) => from.startsWith(`generator/src/${room}/`)),
      );
      expect(show(strays)).toEqual([]);
    }
  });

  it("never import the runtime, the convention where names are read, the API is modelled, examined and two of it are compared, and the emulator only when its command runs", () => {
    const strays = imports.filter(
      ({ from, target }) =>
        target.startsWith("@stratus/") &&
        !(
          target === "@stratus/convention" &&
          /^generator\/src\/(plugin\/(read|model|doctor)|versions\/api)\//.test(from)
        ) &&
        !(target === "@stratus/convention/name" && from.startsWith("generator/src/kit/text/")) &&
        !(
          target === "@stratus/convention/pattern" &&
          /^generator\/src\/(plugin\/read|rest\/model)\//.test(from)
        ) &&
        !(target === "@stratus/emulator" && from.startsWith("generator/src/command/")),
    );
    expect(show(strays)).toEqual([]);
  });
});

describe("the runtime", () => {
  const imports = importsBelow("runtime/src");

  it("imports neither the generator nor generated code", () => {
    const strays = imports.filter(({ target }) =>
      /^(generator|generated|emulator)\/|^protoc-gen|^@svc\/|^@stratus\//.test(target),
    );
    expect(show(strays)).toEqual([]);
  });

  it("has masks, tables, JSON and codecs that run in a browser: no Node module, no gRPC", () => {
    const strays = imports.filter(
      ({ from, target }) =>
        /^runtime\/src\/(base\/text|messages\/(table|mask|json|wire))\//.test(from) &&
        /^node:|^@grpc\/|^jose/.test(target),
    );
    expect(show(strays)).toEqual([]);
  });
});

describe("the entry points of the runtime for the modules of messages and clients", () => {
  const imports = importsBelow("runtime/src").filter(({ isTypeOnly }) => !isTypeOnly);
  const reached = new Set([
    "runtime/src/entries/generated/calls-v1.ts",
    "runtime/src/entries/generated/wire-v1.ts",
  ]);
  for (const file of reached) {
    for (const { from, target } of imports) if (from === file) reached.add(target);
  }

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

describe("the convention", () => {
  it("imports nothing but descriptors", () => {
    const strays = importsBelow("convention/src").filter(
      ({ target }) => !target.startsWith("convention/src/") && !/^@bufbuild\/protobuf(\/|$)/.test(target),
    );
    expect(show(strays)).toEqual([]);
  });
});

describe("the documentation of an SDK", () => {
  it("reads its guide and nothing else of the API", () => {
    const strays = importsBelow("generator/src/plugin/view/docs").filter(({ target }) =>
      /^generator\/src\/plugin\/(?:model|read|options)/.test(target),
    );
    expect(show(strays)).toEqual([]);
  });
});

describe("the emulator", () => {
  it("shares no code with the client that it checks, apart from the mask engine, how an API is read, and what is said of names", () => {
    const strays = importsBelow("emulator/src").filter(
      ({ target }) =>
        /^(runtime|generator|generated|convention)\/|^@svc\//.test(target) ||
        (target.startsWith("@stratus/") &&
          !["@stratus/convention", "@stratus/convention/name"].includes(target) &&
          !["@stratus/runtime/mask", "@stratus/runtime/server"].includes(target)),
    );
    expect(show(strays)).toEqual([]);
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

describe("the whole house", () => {
  it.each([
    "convention/src",
    "generator/src",
    "runtime/src",
    "emulator/src",
    "examples/catalogue-web/src",
    "examples/cloud-web/src",
  ])("%s has no cycles", (folder) => {
    expect(findCycle(importsBelow(folder))).toBeUndefined();
  });

  it.each([
    "convention/src",
    "generator/src",
    "runtime/src",
    "emulator/src",
    "examples/catalogue-web/src",
    "examples/cloud-web/src",
  ])("%s has files named as kebab-case nouns, none of them a drawer", (folder) => {
    const names = sourcesBelow(folder).map((path) => path.slice(path.lastIndexOf("/") + 1, -".ts".length));
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
