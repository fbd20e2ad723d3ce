import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { GuideJson } from "@stratus/runtime/guide";
import { countTokens } from "../text/tokens.js";
import { answerText } from "./answer.js";
import { pickFields } from "./fields.js";
import { KnownSecrets } from "./redact.js";

const data = (text: string): unknown =>
  JSON.parse(text.split("\n").find((one) => /^[[{"]/.test(one)) ?? "null");

describe("an answer", () => {
  it("has at most the tokens that it may have, whatever it holds", () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 5 }), fc.integer({ min: 1, max: 3_000 }), (json, times) => {
        const value = JSON.parse(json) as GuideJson;
        for (const one of [value, Array.from({ length: times }, () => value), { items: json.repeat(times) }])
          expect(countTokens(answerText(one, { items: "items" }))).toBeLessThanOrEqual(8_000);
      }),
      { numRuns: 10 },
    );
  });

  it.each<[string, GuideJson, unknown]>([
    ["texts", { password: "x" }, { password: "[hidden]" }],
    ["lists of texts", { tokens: ["x", "y"] }, { tokens: ["[hidden]", "[hidden]"] }],
    [
      "texts in lists and messages",
      { a: [{ b: { apiKey: "x", c: 1 } }] },
      { a: [{ b: { apiKey: "[hidden]", c: 1 } }] },
    ],
    ["nothing where there is nothing", { secret: "", token: null }, { secret: "", token: null }],
    ["no numbers and switches", { token: 5, password: true }, { token: 5, password: true }],
    ["no tokens of pages", { nextPageToken: "x" }, { nextPageToken: "x" }],
  ])("hides %s by their names", (_, value, want) => {
    expect(data(answerText(value))).toEqual(want);
  });

  it("says from where a list goes on, and where it ended", () => {
    const items = Array.from({ length: 40 }, (_, at) => ({ at, text: "word ".repeat(200) }));
    const first = answerText({ items }, { items: "items" });
    const [, next = ""] = /skip (\d+)/.exec(first) ?? [];
    expect((data(first) as readonly unknown[]).length).toBe(Number(next));
    const last = answerText({ items }, { items: "items", skip: 39 });
    expect(last).toMatch(/^Items from 40 of 40 on this page\.\n/);
    expect(data(last)).toMatchObject({ items: [{ at: 39 }] });
  });
});

describe("fields", () => {
  const value = { spec: { cpu: 4, boot_disk: { id: "d" } }, list: [{ a: 1, b: 2 }, { a: 3 }], name: "n" };
  it.each<[readonly string[], unknown]>([
    [["name"], { name: "n" }],
    [["spec.cpu", "name"], { spec: { cpu: 4 }, name: "n" }],
    [["spec.bootDisk.id"], { spec: { boot_disk: { id: "d" } } }],
    [["list.a"], { list: [{ a: 1 }, { a: 3 }] }],
    [["*.cpu"], { spec: { cpu: 4 }, list: [{}, {}], name: "n" }],
    [["nope", "__proto__", "constructor"], {}],
    [[""], value],
  ])("%j keep what they name", (paths, want) => {
    expect(pickFields(value, paths)).toEqual(want);
  });
});

describe("a secret that the process was given", () => {
  it("is in no text of the API, as it is or as JSON has it", () => {
    const secrets = new KnownSecrets();
    secrets.addSecret('qu"ote-and-more');
    secrets.addSecret("short");
    expect(secrets.scrub('a qu"ote-and-more b qu\\"ote-and-more short')).toBe("a [hidden] b [hidden] short");
  });

  it("is hidden in names and values of data", () => {
    const secrets = new KnownSecrets();
    secrets.addSecret("hunter2-hunter2");
    expect(secrets.scrubJson({ "x-hunter2-hunter2": ["hunter2-hunter2", 1, null] })).toEqual({
      "x-[hidden]": ["[hidden]", 1, null],
    });
  });

  it("is a credential in every form in which it is sent", () => {
    const secrets = new KnownSecrets();
    secrets.addCredential("ann:s3cr/t");
    for (const form of ["ann:s3cr/t", "s3cr/t", "ann%3As3cr%2Ft", "YW5uOnMzY3IvdA=="])
      expect(secrets.scrub(`got ${form}.`)).toBe("got [hidden].");
    expect(secrets.isCredential("my s3cr/t")).toBe(true);
    expect(secrets.isCredential("ann")).toBe(false);
  });
});
