import { afterAll, describe, expect, it } from "vitest";
import { answer, compile, expectCompiled, generate, run, type Spec } from "./package.fixture.js";

afterAll(expectCompiled);

const info = { title: "t", version: "1" };
const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` });
const get = (operationId: string | undefined, tag?: string, schema: object = {}): object => ({
  get: { ...(operationId && { operationId }), ...(tag && { tags: [tag] }), responses: answer(schema) },
});

/** The exports of a package's entry point. */
async function exportsOf(spec: Spec, lock?: string): Promise<string> {
  const { files } = await run(spec, { lock });
  return files.find(({ path }) => path === "src/index.ts")?.text ?? "";
}

const lockOf = async (spec: Spec): Promise<string> =>
  (await run(spec)).files.find(({ path }) => path === "stratus.names.json")?.text ?? "";

/** A description whose tags, operations and schemas have names in several scripts. */
const international = {
  openapi: "3.1.0",
  info,
  paths: {
    "/1": get("获取用户", "用户管理", ref("用户")),
    "/2": get("列出订单", "订单", ref("订单")),
    "/3": get("получитьЗаказ", "Заказы", ref("Größe")),
    "/4": get(undefined, "Ελληνικά", ref("Café")),
    "/5": get("주문_조회", "한국", ref("ガレージ")),
  },
  components: {
    schemas: {
      用户: { type: "object", required: ["姓名"], properties: { 姓名: { type: "string" } } },
      订单: { type: "object", properties: { 号: { type: "integer" } } },
      Größe: { type: "object", properties: { weiß: { type: "string" } } },
      Café: { type: "string" },
      ガレージ: { type: "string" },
    },
  },
};

describe("names in any script", () => {
  it("keep their letters in types, guards, groups, methods and functions", async () => {
    const usage = `
import { AcmeClient, Session, 获取用户, получитьЗаказ, is用户, isGröße, type 用户, type 订单, type Größe, type Café, type ガレージ } from "./index.js";
const client = new AcmeClient({ baseUrl: "https://a.test" });
export const use = async (): Promise<string | undefined> => {
  const user: 用户 = await client.用户管理.获取用户();
  const order: 订单 = await client.订单.列出订单();
  const size: Größe = await client.заказы.получитьЗаказ();
  const coffee: Café = await client.ελληνικά.get4();
  const garage: ガレージ = await client.한국.주문조회();
  await получитьЗаказ(new Session({ baseUrl: "https://a.test" }));
  await 获取用户(new Session({ baseUrl: "https://a.test" }));
  if (is用户(user) && isGröße(size)) return user.姓名 + (size.weiß ?? "") + (order.号 ?? "") + coffee + garage;
  return undefined;
};
`;
    expect(await (await compile(international, usage)).errors()).toBe("");
  });

  it("are the same for both normalization forms", async () => {
    const composed = JSON.stringify(international).normalize("NFC");
    const decomposed = composed.normalize("NFD");
    expect(decomposed).not.toBe(composed);
    expect(await exportsOf(decomposed)).toBe(await exportsOf(composed));
  });

  it.each(["𠮷野", "क्षेत्र", "ไทย", "ǆep", "ßa", "ﬁne", "x̌abc", "١٢٣abc", "می‌روم", "İstanbul", "٣"])(
    "%s is the name of a schema, a tag and an operation",
    async (name) => {
      const spec = {
        openapi: "3.1.0",
        info,
        paths: { "/a": get(name, name, ref(name)) },
        components: { schemas: { [name]: { type: "object", properties: { [name]: { type: "string" } } } } },
      };
      const { warnings, omitted, operations } = await run(spec);
      expect({ warnings, omitted, operations }).toEqual({ warnings: [], omitted: [], operations: 1 });
      await compile(spec);
    },
  );

  it.each([[["Straße", "strasse"]], [["Café", "cafe\u0301"]], [["用户", "用户!"]], [["Ａ", "a"]]])(
    "that a reader or a file system may take for one get a number: %j",
    async (names) => {
      const spec = {
        openapi: "3.1.0",
        info,
        paths: Object.fromEntries(
          names.map((name, index) => [`/${index}`, get(`get${index}`, name, ref(name))]),
        ),
        components: { schemas: Object.fromEntries(names.map((name) => [name, { type: "string" }])) },
      };
      const files = await generate(spec);
      const paths = files.map(({ path }) => path.normalize("NFKC").toUpperCase().toLowerCase());
      expect(new Set(paths).size).toBe(files.length);
      await compile(spec);
    },
  );

  it("give files names that file systems do not change", async () => {
    const files = await generate(international);
    for (const { path } of files)
      expect([path.normalize("NFD"), path.normalize("NFKC")]).toEqual([path, path]);
    const names = files.flatMap(({ path }) => /^src\/operations\/(.*)\.ts$/.exec(path)?.[1] ?? []);
    expect(new Set(names)).toEqual(new Set(["用户管理", "订单", "заказы", "ελληνικα", "ud55cuad6d"]));
  });

  it.each(["aux", "CON", "nul", "com1"])("the tag %s has a file that Windows can have", async (tag) => {
    const files = await generate({ openapi: "3.1.0", info, paths: { "/a": get("getIt", tag) } });
    expect(files.map(({ path }) => path)).toContain(`src/operations/${tag.toLowerCase()}-group.ts`);
  });

  it.each(["x", "用"])("a tag of 3,000 letters %s has a file with a short name", async (letter) => {
    const files = await generate({
      openapi: "3.1.0",
      info,
      paths: { "/a": get("getIt", letter.repeat(3000)) },
    });
    for (const { path } of files) expect(Buffer.byteLength(path)).toBeLessThan(240);
  });

  it("stay as an earlier run locked them", async () => {
    const old = JSON.stringify({
      names: {
        exports: {
          "class tag 订单": "Group2",
          "operation GET /2": "get2",
          "schema 订单": "Schema2",
          "guard 订单": "isSchema2",
        },
        files: { "tag 订单": "group2" },
        "methods of tag 订单": { "GET /2": "get1" },
        properties: { "tag 订单": "group2" },
      },
    });
    const files = (await run(international, { lock: old })).files;
    const text = files.find(({ path }) => path === "src/operations/group2.ts")?.text ?? "";
    expect(text).toMatch(/class Group2\b/);
    expect(text).toMatch(/\bget1\(/);
    expect(files.find(({ path }) => path === "src/index.ts")?.text).toMatch(/isSchema2\b/);
  });

  it("are read back from their own lock", async () => {
    const lock = await lockOf(international);
    expect(await exportsOf(international, lock)).toBe(await exportsOf(international));
  });
});

/** The label of each operation, such as `items.read`. */
async function labelsOf(spec: Spec, lock?: string): Promise<string[]> {
  const { files } = await run(spec, { lock });
  return files.flatMap(({ path, text }) =>
    path.startsWith("src/operations/")
      ? [...text.matchAll(/^ {2}name: "(.*)",$/gm)].map(([, name = ""]) => name)
      : [],
  );
}

describe("operationIds of frameworks", () => {
  const spec = (paths: Record<string, object>): object => ({ openapi: "3.1.0", info, paths });

  it.each([
    ["read_items_api_v1_items__get", "/api/v1/items/", "get", undefined, "readItems"],
    ["read_items_api_v1_items__get", "/api/v1/items/", "get", "items", "items.read"],
    ["read_item_items__item_id__get", "/items/{item_id}", "get", undefined, "readItem"],
    ["root__get", "/", "get", undefined, "root"],
    ["update_item_items__item_id__put", "/items/{item_id}", "put", "items", "items.update"],
    ["get_user_profile_users_me_profile_get", "/users/me/profile", "get", "users", "users.getProfile"],
    ["items_items_get", "/items", "get", undefined, "items"],
    ["read_my_file_my_file_txt_get", "/my-file.txt", "get", undefined, "readMyFile"],
    // Another method or path, and nothing but the path, are no names of FastAPI.
    ["read_items_items_post", "/items", "get", undefined, "readItemsItemsPost"],
    ["_items_get", "/items", "get", undefined, "itemsGet"],
    ["items_get", "/items", "get", undefined, "itemsGet"],
    ["PetsController_create", "/pets", "get", "pets", "pets.create"],
    ["PetsController_create", "/pets", "get", "Animals", "animals.create"],
    ["PetsController_create", "/pets", "get", undefined, "petsCreate"],
    ["PetsController_findAll_v1", "/pets", "get", "pets", "pets.findAllV1"],
    ["AppController_getHello", "/", "get", "App", "app.getHello"],
    ["Controller_create", "/pets", "get", "pets", "pets.controllerCreate"],
  ])("%s of %s (%s, tag %s) is %s", async (operationId, path, method, tag, label) => {
    const operation = { operationId, ...(tag && { tags: [tag] }), responses: answer({}) };
    const inPath = [...path.matchAll(/\{(.*?)\}/g)].map(([, name]) => ({
      name,
      in: "path",
      required: true,
      schema: {},
    }));
    expect(await labelsOf(spec({ [path]: { parameters: inPath, [method]: operation } }))).toEqual([label]);
  });

  it("keep their long names where the short ones would be the same", async () => {
    const paths = {
      "/a/items": get("read_items_a_items_get", "a"),
      "/b/items": get("read_items_b_items_get", "b"),
      "/c": get("readItems", "c"),
    };
    const text = await exportsOf(spec(paths));
    for (const name of ["readItemsAItemsGet", "readItemsBItemsGet", "readItems"])
      expect(text).toMatch(new RegExp(`\\b${name}\\b`));
    expect(await labelsOf(spec(paths))).toEqual(["a.readItems", "b.readItems", "c.readItems"]);
    const turned = Object.fromEntries(Object.entries(paths).toReversed());
    expect((await labelsOf(spec(turned))).sort()).toEqual(["a.readItems", "b.readItems", "c.readItems"]);
  });

  it("are told apart in a group of several controllers", async () => {
    const paths = {
      "/a": get("CatsController_create", "pets"),
      "/b": get("DogsController_create", "pets"),
    };
    expect(await labelsOf(spec(paths))).toEqual(["pets.catsCreate", "pets.dogsCreate"]);
  });

  it("keep the names of a published package", async () => {
    const lock = JSON.stringify({
      names: {
        exports: { "operation GET /items": "readItemsItemsGet" },
        "methods of tag items": { "GET /items": "readGet" },
      },
    });
    const paths = { "/items": get("read_items_items_get", "items") };
    expect(await labelsOf(spec(paths), lock)).toEqual(["items.readGet"]);
    expect(await exportsOf(spec(paths), lock)).toContain("readItemsItemsGet");
  });
});
