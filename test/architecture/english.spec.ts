import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { clumsiness, sentencesOfPage, sentencesOfSource } from "./english.fixture.js";
import { filesOf } from "./pages.fixture.js";

const knownPath = fileURLToPath(new URL("known-sentences.txt", import.meta.url));

const digest = (sentence: string): string =>
  createHash("sha256").update(sentence).digest("base64url").slice(0, 8);

/** Pages, doc comments and texts of errors; generated code says what its templates and protos say. */
const found = filesOf(".md", ".ts", ".mjs", ".hbs")
  .filter(({ path }) => !/^(?:generated|test|bench|site)\/|\.(?:spec|fixture)\.ts$/.test(path))
  .flatMap(({ path, text }) => {
    const sentences = /\.(?:md|md\.hbs)$/.test(path) ? sentencesOfPage(text) : sentencesOfSource(text);
    return sentences.flatMap((sentence) => {
      const patterns = clumsiness(sentence);
      return patterns.length > 0 ? [{ path, sentence, patterns }] : [];
    });
  });

/**
 * Sentences that were there before the word list was, as digests: a sentence that is written or changed is not among
 * them. The file only shrinks: STRATUS_ENGLISH=shrink takes away what nobody says any more.
 */
const known = new Set(readFileSync(knownPath, "utf8").split("\n").filter(Boolean));

describe("what people read", () => {
  it("is English that a native reader does not stumble over, where it is new or changed", () => {
    if (process.env["STRATUS_ENGLISH"] === "shrink") {
      const left = new Set(found.map(({ sentence }) => digest(sentence)).filter((one) => known.has(one)));
      writeFileSync(
        knownPath,
        [...left]
          .toSorted()
          .map((one) => `${one}\n`)
          .join(""),
      );
    }
    const news = found
      .filter(({ sentence }) => !known.has(digest(sentence)))
      .map(
        ({ path, sentence, patterns }) =>
          `${path}: ${sentence}\n    ${patterns.map(({ name, instead }) => `${name}: write ${instead}`).join("; ")}`,
      );
    expect(news).toEqual([]);
  });
});

describe("the word list", () => {
  it.each([
    ["What a program needs is in its root.", "a sentence that begins with What or Who"],
    ["Whoever has the type has all of it.", "a sentence that begins with What or Who"],
    ["The field is undefined where there is none.", "where for if"],
    ["Pings are sent only where the server allows them.", "where for if"],
    ["The table stands in the module.", "stands"],
    ["A service with a host of its own is called there.", "of its own"],
    ["A path that is no mask is refused.", "is no for is not a"],
    ["Hooks are told of retries.", "told of"],
    ["Instead of a list, in place of a message.", "in place of"],
  ])("finds in %j: %s", (sentence, name) => {
    expect(clumsiness(sentence).map((pattern) => pattern.name)).toContain(name);
  });

  it.each([
    "What is retried?",
    "There is no session without credentials.",
    "A token that is no longer valid is exchanged.",
    "The wildcard stands for any field.",
    "The file where the mask is derived.",
  ])("takes %j", (sentence) => {
    expect(clumsiness(sentence)).toEqual([]);
  });

  it("reads pages without code, doc comments, and errors", () => {
    expect(
      sentencesOfPage("# A title\n\nOne `is no` thing. Two things.\n\n```ts\nis no code here\n```\n"),
    ).toEqual(["One `x` thing.", "Two things."]);
    const source = "/**\n * One idea\n * a file.\n */\nthrow new Error(`${name} is no name of a file here`);";
    expect(sentencesOfSource(source)).toEqual(["One idea a file.", "x is no name of a file here"]);
  });
});
