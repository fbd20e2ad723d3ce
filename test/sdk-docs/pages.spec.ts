import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { clone } from "@bufbuild/protobuf";
import { FileDescriptorProtoSchema, type FileDescriptorProto } from "@bufbuild/protobuf/wkt";
import { array, assert, asyncProperty, constantFrom } from "fast-check";
import type { Nodes } from "mdast";
import { beforeAll, describe, expect, it } from "vitest";
import {
  compileProtos,
  generateFrom,
  requestOf,
  runPlugin,
} from "../../generator/src/plugin/request.fixture.js";
import { openFolder } from "../compile.fixture.js";
import { readTree } from "../golden/tree.fixture.js";
import {
  compilerFiles,
  countLinks,
  deadLinks,
  nodesOf,
  pagesOf,
  parsePage,
  programsOf,
  type Files,
} from "./pages.fixture.js";

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

const parameter =
  "package_name=@acme/shop,session_name=Acme,strip_prefix=acme,api_domain=api.acme.example,docs=true";

describe("the documentation of a package", () => {
  let descriptors: FileDescriptorProto[];
  let shop: Files;
  const cloud = (): Files => readTree(here("../../generated/cloud/docs"));
  const cloudLlms = (): string => readFileSync(here("../../generated/cloud/llms.txt"), "utf8");

  beforeAll(async () => {
    descriptors = compileProtos(readTree(here("../golden/api/protos")));
    shop = (await runPlugin(requestOf(descriptors, { parameter }))).files;
  });

  it("has a page for each service and for the types of each package, an index, and the files for language models", () => {
    expect(Object.keys(pagesOf(shop))).toEqual([
      "docs/README.md",
      "docs/common/v1/LoginService.md",
      "docs/common/v1/TaskService.md",
      "docs/common/v1/types.md",
      "docs/google/rpc/types.md",
      "docs/shop/v1/OrderService.md",
      "docs/shop/v1/types.md",
      "llms.txt",
      "llms/common/v1/LoginService.txt",
      "llms/common/v1/TaskService.txt",
      "llms/shop/v1/OrderService.txt",
    ]);
    expect(JSON.parse(shop["package.json"] ?? "")).toMatchObject({
      files: expect.arrayContaining(["docs", "llms.txt", "llms"]),
    });
  });

  it.each([
    ["what it does", "## create\n\nPlaces an order.\n"],
    [
      "how it is called",
      "- `create(request: MessageInit<CreateOrderRequest>, options?: CallOptions): OperationCall<Task>`\n",
    ],
    ["what it starts", "- Starts a long-running operation; `wait()` of its answer waits for the end.\n"],
    [
      "a call of it",
      'await (await client.update({ metadata: { id: "..." }, spec: {} }, { resetMask: (m) => [m.spec.notes] })).wait();',
    ],
    [
      "what it takes",
      "Request [`GetOrderRequest`](types.md#getorderrequest):\n\n| field | type | description |\n|---|---|---|\n| `id` | `string` |  |\n",
    ],
    ["what it answers", "Response [`Order`](types.md#order):"],
    ["what the server sets", "| `status?` | [`OrderStatus`](types.md#orderstatus) | **Output only.** |"],
    ["what a mask can name", "| `spec.notes.*.text` | `m.spec.notes.each.text` |  |\n"],
    ["what never changes", "| `spec.customer_id` | `m.spec.customerId` | Immutable. |\n"],
    [
      "that it is deprecated",
      "Cancels an order.\n\n**Deprecated.** Use Update and set no lines. May stop working on 2031-01-01.\n",
    ],
    ["that it streams", "- The server answers with a stream.\n- The client sends a stream.\n"],
    [
      "how it fails",
      "`serviceErrors` contains the errors of the API: [`Fault`](../../common/v1/types.md#fault).",
    ],
  ])("says of a method %s", (_, want) => {
    expect(shop["docs/shop/v1/OrderService.md"]).toContain(want);
  });

  it("has a text for each service with every type that its methods need, each once and with its import", () => {
    const text = shop["llms/shop/v1/OrderService.txt"] ?? "";
    expect(text).toContain("# OrderService\n");
    const types = [...text.matchAll(/^### (\w+)/gm)].map(([, name = ""]) => name);
    expect(types).toEqual([...new Set(types)]);
    expect(types).toEqual(expect.arrayContaining(["CreateOrderRequest", "Order", "OrderSpec"]));
    const named = [...text.matchAll(/^- `[^`]*`(?:: `\w+`)?: (?:list of |map of `\w+` to )?`([A-Z]\w+)`/gm)];
    const known = new Set([...types, "Any", "Duration", "Struct", "Timestamp", "Value", "Uint8Array"]);
    expect(named.map(([, name = ""]) => name).filter((name) => !known.has(name))).toEqual([]);
    expect(text).toMatch(/^### Task \(from `@acme\/shop\/common\/v1`\)$/m);
    expect(text).toContain("[llms.txt](../../../llms.txt)");
  });

  it("tells language models how this SDK is used, in the order install, first call, tasks, and lists the services", () => {
    const text = shop["llms.txt"] ?? "";
    expect([...text.matchAll(/^## (.*)$/gm)].map(([, title]) => title)).toEqual([
      "Install",
      "First call",
      "Create and wait",
      "Change",
      "List",
      "Streams",
      "Errors, retries and JSON",
      "Headers and attempts",
      "Test",
      "acme.common.v1",
      "acme.shop.v1",
      "google.rpc",
    ]);
    expect(text).toContain("[OrderService](llms/shop/v1/OrderService.txt): ");
    expect(text).toContain("`create`, `get`");
  });

  it("has no link that leads nowhere", () => {
    expect(deadLinks(shop)).toEqual([]);
    expect(countLinks(shop)).toBeGreaterThan(50);
  });

  it("has examples that compile, page by page", async () => {
    await using place = await openFolder();
    const cloudPages = Object.fromEntries(
      Object.entries(cloud()).map(([path, text]) => [`docs/cloud/${path}`, text]),
    );
    const llms = { "docs/llms": shop["llms.txt"] ?? "", "docs/cloud-llms": cloudLlms() };
    const programs = { ...programsOf(shop), ...programsOf(cloudPages), ...programsOf(llms) };
    expect(Object.keys(programs).length).toBe(3 + 8 + 2);
    const sources = Object.fromEntries(Object.entries(shop).map(([path, text]) => [`sdk/${path}`, text]));
    await place.write({ ...sources, ...programs, ...compilerFiles("@acme/shop") });
    expect(await place.check("TypeScript 7")).toBe("");
  });

  it("is the same for a page of which nothing changed, whatever the order of the files", async () => {
    expect((await runPlugin(requestOf(descriptors.toReversed(), { parameter }))).files).toEqual(shop);
  });
});

/** The tree of a page without what prose is made of. */
function shapeOf(page: Nodes): readonly string[] {
  const show = (node: Nodes, depth: number): readonly string[] => {
    const own = `${" ".repeat(depth)}${node.type}${node.type === "heading" ? ` ${node.depth}` : ""}`;
    return [
      own,
      ...("children" in node && !prosaic.has(node.type)
        ? node.children.flatMap((one) => show(one, depth + 1))
        : []),
    ];
  };
  // Comments become paragraphs, lists and blocks of text; how many is theirs to say.
  return show(page, 0).filter((line) => !/^ (?:paragraph|list|code)$/.test(line));
}

const prosaic: ReadonlySet<string> = new Set(["paragraph", "tableCell", "list", "heading"]);

const marks = [
  "# a",
  "## b",
  "|",
  "---",
  "```",
  "~~~",
  "`",
  "<b>",
  "<!--",
  "-->",
  "]",
  "[",
  "](x)",
  "[a](b)",
  "[a][acme.shop.v1.Order]",
  "\n",
  "\n\n",
  "    ",
  "- ",
  "1. ",
  "> ",
  "***",
  "\\",
  "&lt;",
  "{{x}}",
  "*/",
  "${a}",
  "word",
  "https://a.example/b",
  "\u202e",
];
const comments = array(constantFrom(...marks), { maxLength: 12 }).map((parts) => parts.join(""));

describe("comments of protos", () => {
  it("change nothing of a page but its prose, whatever they hold", async () => {
    const descriptors = compileProtos(readTree(here("../golden/api/protos")));
    const withComments = async (next: (index: number) => string): Promise<Files> => {
      let index = 0;
      const files = descriptors.map((file) => {
        const copy = clone(FileDescriptorProtoSchema, file);
        for (const location of copy.sourceCodeInfo?.location ?? [])
          if (location.leadingComments !== "") location.leadingComments = next(index++);
        return copy;
      });
      const { files: written, error } = await runPlugin(requestOf(files, { parameter }));
      expect(error).toBe("");
      // Those of the API itself: one parse of the other types takes as long.
      return Object.fromEntries(
        Object.entries(written).filter(([path]) => /^docs\/(?:shop|README)/.test(path)),
      );
    };
    const calm = await withComments(() => " Word.");
    const plain = new Map(Object.entries(calm).map(([path, text]) => [path, shapeOf(parsePage(text))]));
    await assert(
      asyncProperty(array(comments, { minLength: 30, maxLength: 60 }), async (texts) => {
        const pages = await withComments((index) => texts[index % texts.length] ?? "");
        expect(Object.keys(pages)).toEqual(Object.keys(calm));
        for (const [path, text] of Object.entries(pages)) {
          const page = parsePage(text);
          expect(shapeOf(page)).toEqual(plain.get(path));
          expect(nodesOf(page).filter(({ type }) => type === "html").length).toBe(1);
        }
      }),
      { numRuns: 4 },
    );
  });
});

describe("a request for documentation", () => {
  it.each([
    [
      "docs=true",
      "option docs: Its examples import a package, and there is none. Name it: package_name=@acme/cloud",
    ],
    ["docs=true,package_name=a,clients=false", "option docs: With clients=false there are messages alone"],
    ["docs=yes", 'option docs: The value "yes" is not true or false'],
  ])("is refused where there is nothing to document: %s", async (parameter, want) => {
    const { error } = await generateFrom({ "a.proto": 'syntax = "proto3"; message A {}' }, { parameter });
    expect(error).toContain(want);
  });
});
