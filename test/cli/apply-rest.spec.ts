import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { stringify } from "yaml";
import { type Kennel, openKennel } from "./kennel.fixture.js";
import type { Ended } from "./test-host.fixture.js";

let kennel: Kennel;
beforeAll(async () => (kennel = await openKennel()));
afterAll(() => kennel[Symbol.asyncDispose]());
beforeEach(() => {
  kennel.stored.clear();
  kennel.changes.length = 0;
  kennel.normalize = (resource) => resource;
  kennel.intercept = () => undefined;
  kennel.hasTags = false;
});

type Document = Record<string, unknown>;

const pet = (name: string, fields: Document = {}): Document => ({
  $resource: "pets",
  $path: { owner: "ann" },
  name,
  kind: "dog",
  ...fields,
});
const tag = (name: string, text = "t"): Document => ({ $resource: "tags", $path: { tag: name }, text });

function apply(documents: readonly Document[], flags = "--yes", world = {}): Promise<Ended> {
  const stdin = documents.map((document) => stringify(document)).join("---\n");
  return kennel.acme(`apply -f - ${flags}`.trim(), { stdin, ...world });
}

/** Applies documents, and returns the calls that it made. */
async function applied(documents: readonly Document[], flags?: string): Promise<readonly string[]> {
  kennel.changes.length = 0;
  const { code, screen } = await apply(documents, flags);
  expect(code, screen).toBe(0);
  return [...kennel.changes];
}

describe("apply of a REST API", () => {
  it("creates by POST or PUT, changes only what differs, and then sends nothing", async () => {
    const all = [tag("good"), pet("rex", { tagId: { $ref: "tags/good" }, colors: ["b", "a"], age: 3 })];
    expect(await applied(all)).toEqual(["PUT /tags/good", "POST /owners/ann/pets"]);
    expect(kennel.stored.get("/owners/ann/pets/rex")).toMatchObject({ tagId: "good", age: 3 });
    expect(await applied(all)).toEqual([]);
    expect(await applied([pet("rex", { age: null, colors: ["c"] })])).toEqual(["PATCH /owners/ann/pets/rex"]);
    const { age, ...rex } = kennel.stored.get("/owners/ann/pets/rex")!;
    expect({ age, rex }).toMatchObject({
      age: undefined,
      rex: { tagId: "good", colors: ["c"], state: "NEW" },
    });
    expect(await applied([tag("good", "new")])).toEqual(["PUT /tags/good"]);
  });

  it("overwrites nobody's change if the API has ETags: it plans again, and asks if the plan is another one", async () => {
    kennel.hasTags = true;
    await applied([pet("rex", { age: 3 })]);
    let [isOther, attempts] = [true, 0];
    kennel.intercept = (call, isDone) => {
      if (isDone || !call.startsWith("PATCH")) return undefined;
      attempts += 1;
      if (isOther) {
        isOther = false;
        kennel.stored.get("/owners/ann/pets/rex")!["colors"] = ["theirs"];
      }
      return undefined;
    };
    const { code, screen } = await apply([pet("rex", { age: 4 })]);
    expect(code, screen).toBe(0);
    expect(kennel.stored.get("/owners/ann/pets/rex")).toMatchObject({ age: 4, colors: ["theirs"] });
    expect(attempts).toBe(2);
  });

  it("exports documents that change nothing", async () => {
    await applied([tag("good"), pet("rex", { chip: { code: "1" } }), pet("kit")]);
    kennel.stored.get("/owners/ann/pets/rex")!["chip"] = { code: "1", seen: "today" };
    for (const line of ["pets export ann rex ann kit", "pets export --keeper ann", "tags export good"]) {
      const { out, said } = await kennel.acme(line);
      expect(said).toBe("");
      expect(out).not.toMatch(/seen|state|made/);
      const { screen } = await kennel.acme("apply -f -", { stdin: out });
      expect(screen).toMatch(/[12] unchanged/);
      const asJson = await kennel.acme(`${line} -o json`);
      expect((await kennel.acme("apply -f -", { stdin: asJson.out })).screen).toMatch(/[12] unchanged/);
    }
  });

  it("sends values that no response contains when it creates, and later only on request", async () => {
    await applied([pet("rex", { pin: "1" })]);
    expect(kennel.stored.get("/owners/ann/pets/rex")).toMatchObject({ pin: "1" });
    const same = await apply([pet("rex", { pin: "2" })]);
    expect(same.screen).toContain("note: pin is not sent");
    expect(kennel.changes).toHaveLength(1);
    await applied([pet("rex", { pin: "2" })], "--yes --send-secrets");
    expect(kennel.stored.get("/owners/ann/pets/rex")).toMatchObject({ pin: "2", kind: "dog" });
  });

  it("reports what the server stores in another form, and does not loop", async () => {
    kennel.normalize = (one) => ({
      age: 1,
      ...one,
      kind: String(one["kind"]).toLowerCase(),
      ...(Array.isArray(one["colors"]) ? { colors: one["colors"].toSorted() } : {}),
    });
    const document = pet("rex", { kind: "DOG", colors: ["b", "a"] });
    for (const count of [1, 2, 3]) {
      const { said, code } = await apply([document]);
      expect(code).toBe(0);
      expect(said).toContain('kind: the server keeps "dog" where the file has "DOG"');
      expect(said).toContain('colors: the server keeps ["a","b"] where the file has ["b","a"]');
      expect(kennel.changes).toHaveLength(count);
    }
  });

  it("plans again after a conflict, and asks only if the plan is another one", async () => {
    await applied([pet("rex", { age: 1 })]);
    const terminals = { in: true, out: true, err: true };
    for (const [own, isAsked] of [
      [{ chip: { code: "9" } }, false],
      [{ age: 5 }, true],
    ] as const) {
      let count = 0;
      kennel.intercept = (call, isDone) => {
        if (!call.startsWith("PATCH") || isDone || count++ > 0) return undefined;
        Object.assign(kennel.stored.get("/owners/ann/pets/rex")!, own);
        return 409;
      };
      const ended = await apply([pet("rex", { age: isAsked ? 3 : 2 })], "", {
        terminals,
        answers: ["y", "y"],
      });
      expect(ended.code, ended.screen).toBe(0);
      expect(ended.said.split("Continue?").length - 1).toBe(isAsked ? 2 : 1);
      expect(kennel.stored.get("/owners/ann/pets/rex")).toMatchObject({
        chip: { code: "9" },
        age: isAsked ? 3 : 2,
      });
    }
  });

  it("does not overwrite what somebody else changed during the question", async () => {
    await applied([tag("good")]);
    const world = {
      terminals: { in: true, out: true, err: true },
      answers: ["y"],
      onAsk: async () => void Object.assign(kennel.stored.get("/tags/good")!, { note: "theirs" }),
    };
    const ended = await apply([tag("good", "mine")], "", world);
    expect(ended.code, ended.screen).toBe(0);
    expect(kennel.stored.get("/tags/good")).toMatchObject({ text: "mine", note: "theirs" });
    const onAsk = async () => void kennel.stored.set("/tags/new", { text: "theirs" });
    const taken = await apply([tag("new", "mine")], "", { ...world, answers: ["y", "n"], onAsk });
    expect(taken).toMatchObject({ code: 2, said: expect.stringContaining("not confirmed") });
    expect(kennel.stored.get("/tags/new")).toEqual({ text: "theirs" });
  });

  it("looks a resource up after a create without an answer, and does not create it again", async () => {
    let count = 0;
    kennel.intercept = (call, isDone) =>
      call.startsWith("POST") && isDone && count++ === 0 ? "cut" : undefined;
    const { screen, code } = await apply([pet("rex")]);
    expect(code, screen).toBe(0);
    expect(kennel.changes).toEqual(["POST /owners/ann/pets"]);
  });

  it("reaches the same state if it is cut off at any call and repeated", async () => {
    const all = [
      tag("a"),
      pet("one", { tagId: { $ref: "tags/a" } }),
      pet("two", { colors: ["x"] }),
      tag("b"),
    ];
    await applied(all);
    const want = new Map(kennel.stored);
    let calls = 0;
    kennel.stored.clear();
    kennel.intercept = () => void (calls += 1);
    await applied(all);
    for (let cut = 1; cut <= calls; cut += 3) {
      kennel.stored.clear();
      kennel.changes.length = 0;
      const controller = new AbortController();
      let call = 0;
      kennel.intercept = () => {
        if (++call === cut) controller.abort(new Error("cut"));
        return call >= cut ? "cut" : undefined;
      };
      await apply(all, "--yes", { signal: controller.signal });
      kennel.intercept = () => undefined;
      const { code, screen } = await apply(all);
      expect(code, screen).toBe(0);
      expect(new Map([...kennel.stored].toSorted())).toEqual(new Map([...want].toSorted()));
      const posts = kennel.changes.filter((one) => one.startsWith("POST"));
      expect(posts.length).toBe(2);
    }
  });

  it.each<[string, Document, string]>([
    ["a document without a kind", { name: "x" }, "$resource is missing"],
    ["an unknown kind", { ...pet("x"), $resource: "pats" }, "did you mean pets?"],
    ["a document that says not where", { $resource: "pets", name: "x" }, "needs owner"],
    ["an unknown field", pet("x", { kund: "dog" }), "did you mean kind?"],
    [
      "an unknown reference",
      pet("x", { tagId: { $ref: "tags/none" } }),
      "neither in these documents nor on the server",
    ],
  ])("refuses %s, and sends nothing", async (_, document, want) => {
    const { code, said } = await apply([tag("good"), document]);
    expect({ code, isSaid: said.includes(want) }, said).toEqual({ code: 2, isSaid: true });
    expect(kennel.changes).toEqual([]);
  });
});

it.each(["pets get ann rex", "pets get ann rex -o json", "pets list ann", "pets export ann rex"])(
  "%s says that a response is nested too deep, instead of exhausting the stack",
  async (line) => {
    let chip: Document = {};
    for (let level = 0; level < 2_000; level++) chip = { chip };
    kennel.stored.set("/owners/ann/pets/rex", { name: "rex", chip });
    const { code, said } = await kennel.acme(line);
    expect({ code, said }).toMatchObject({
      code: 1,
      said: expect.stringContaining("nested more than 500 levels"),
    });
  },
);

describe("a resource of a REST API that was read, changed in a file, and put back", () => {
  const update = (document: Document, line = "pets update ann rex -f -", world = {}): Promise<Ended> =>
    kennel.acme(line, { stdin: stringify(document), ...world });
  const read = async (): Promise<Document> =>
    JSON.parse((await kennel.acme("pets get ann rex -o json")).out) as Document;

  it("sends what differs, and nothing if nothing does", async () => {
    await applied([pet("rex", { age: 3, chip: { code: "1" } })]);
    kennel.changes.length = 0;
    const document = await read();
    expect(document).toMatchObject({ state: "NEW" });
    expect(await update(document)).toMatchObject({ code: 0, said: "Nothing to change; nothing was sent.\n" });
    expect(kennel.changes).toEqual([]);
    expect(await update({ ...document, age: 4 })).toMatchObject({ code: 0 });
    expect(await update({ ...document, age: null }, "pets update ann rex -f - --dry-run")).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^PATCH \S+\nage: null\n$/) as string,
    });
    expect(kennel.stored.get("/owners/ann/pets/rex")).toMatchObject({ age: 4, chip: { code: "1" } });
    expect(kennel.changes).toEqual(["PATCH /owners/ann/pets/rex"]);
  });

  it("is found by what the file says", async () => {
    await applied([pet("rex", { age: 3 }), tag("good")]);
    const named = { ...(await read()), owner: "ann", age: 9 };
    const { owner: _, ...rest } = named;
    const without = await update(rest, "pets update -f -");
    expect(without).toMatchObject({ code: 2, said: expect.stringContaining("needs owner") as string });
    const exported = (await kennel.acme("pets export ann rex")).out.replace("age: 3", "age: 9");
    expect(await kennel.acme("pets update -f -", { stdin: exported })).toMatchObject({ code: 0 });
    expect(kennel.stored.get("/owners/ann/pets/rex")).toMatchObject({ age: 9 });
    const text = { tag: "good", text: "new" };
    expect((await kennel.acme("tags replace -f -", { stdin: stringify(text) })).code).not.toBe(1);
  });

  it("may not change what only the server writes, and is not put into one that is not there", async () => {
    await applied([pet("rex")]);
    const document = await read();
    expect(await update({ ...document, state: "OLD" })).toMatchObject({
      code: 2,
      said: expect.stringContaining("state is written by the server") as string,
    });
    expect(await update(document, "pets update ann kit -f -")).toMatchObject({
      code: 4,
      said: expect.stringContaining("there is no pets ann/kit") as string,
    });
    expect(await update({ ...document, agee: 1 })).toMatchObject({
      code: 2,
      said: expect.stringContaining("did you mean age?") as string,
    });
  });

  it("is taken as a request with parameters and body, too, and a body alone creates", async () => {
    await applied([pet("rex", { age: 3 })]);
    expect(await update({ owner: "ann", name: "rex", body: { age: 5 } }, "pets update -f -")).toMatchObject({
      code: 0,
    });
    expect(await update({ name: "kit", kind: "cat" }, "pets create ann -f -")).toMatchObject({ code: 0 });
    expect(kennel.stored.get("/owners/ann/pets/kit")).toMatchObject({ kind: "cat" });
    expect(kennel.stored.get("/owners/ann/pets/rex")).toMatchObject({ age: 5 });
  });
});
