import { describe, expect, it } from "vitest";
import { sentencesOfPage } from "../../tools/sentences.mjs";
import { sentencesOfSource, stumbles } from "./english.fixture.js";
import { filesOf } from "./pages.fixture.js";

/** Pages, doc comments and messages. Generated code repeats its templates and protos. */
const found = filesOf(".md", ".ts", ".tsx", ".mjs", ".hbs")
  .filter(({ path }) => !/^(?:generated|test|bench|site)\/|\.(?:spec|fixture)\.ts$/.test(path))
  .flatMap(({ path, text }) => {
    const sentences = /\.(?:md|md\.hbs)$/.test(path) ? sentencesOfPage(text) : sentencesOfSource(text);
    return [...new Set(sentences)].flatMap((sentence) => {
      const reasons = stumbles(sentence);
      return reasons.length > 0 ? [`${path}: ${sentence}\n    ${reasons.join("; ")}`] : [];
    });
  });

describe("pages, comments and messages", () => {
  it("have sentences that nobody has to read twice", () => {
    expect(found).toEqual([]);
  });
});

describe("the check of sentences", () => {
  it.each([
    ["What a program needs is in its root.", "begins with What, Who, Where or So many"],
    ["Whoever has the type has all of it.", "begins with What, Who, Where or So many"],
    ["So many issues are reported.", "begins with What, Who, Where or So many"],
    ["Pings are sent only where the server allows them.", "where for if"],
    ["The table stands in the module.", "stands"],
    ["A service with a host of its own is called there.", "of its own"],
    ["A path that is no mask is refused.", "is no for is not a"],
    ["Hooks are told about retries.", "telling and saying by things"],
    ["Instead of a list, in place of a message.", "in place of"],
    ["The field is not to be changed.", "is to be"],
    ["The server is asked for a sign of life.", "a private word"],
    ["The behaviour of a method is recognised.", "British spelling"],
    [`One ${"word ".repeat(40)}more.`, "42 words"],
  ])("finds in %j: %s", (sentence, name) => {
    expect(stumbles(sentence).join()).toContain(name);
  });

  it.each([
    "What is retried?",
    "There is no session without credentials.",
    "A token that is no longer valid is exchanged.",
    "The wildcard stands for any field.",
    "The file where the mask is derived.",
    "Noise, promise, otherwise and exercise are American too.",
  ])("accepts %j", (sentence) => {
    expect(stumbles(sentence)).toEqual([]);
  });

  it("reads pages without code, doc comments, and messages", () => {
    expect(
      sentencesOfPage("# A title\n\nOne `is no` thing. Two things.\n\n```ts\nis no code here\n```\n"),
    ).toEqual(["One `x` thing.", "Two things."]);
    const source = "/**\n * One idea\n * a file.\n */\nthrow new Error(`${name} is no name of a file here`);";
    expect(sentencesOfSource(source)).toEqual(["One idea a file.", "x is no name of a file here"]);
  });
});
