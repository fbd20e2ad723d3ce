import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const folder = fileURLToPath(new URL("../../docs/decisions/", import.meta.url));
const index = readFileSync(`${folder}README.md`, "utf8");
const records = readdirSync(folder)
  .filter((name) => name !== "README.md")
  .toSorted()
  .map((name) => ({ name, text: readFileSync(`${folder}${name}`, "utf8") }));

/** A title, a date with a status, and three sections. */
const form =
  /^# (\d{4}): ([^\n]+)\n\n\d{4}-\d\d-\d\d, (?:accepted|superseded by \d{4})\n\n## Context\n\n.+\n\n## Decision\n\n.+\n\n## Consequences\n\n.+\n$/s;

describe("the decision records", () => {
  it.each(records)("$name has the form of a record, and at most 150 words", ({ name, text }) => {
    expect(text).toMatch(form);
    expect(name).toMatch(/^\d{4}-[a-z0-9-]+\.md$/);
    expect(name.slice(0, 4)).toBe(form.exec(text)?.[1]);
    expect(text.split(/\s+/).filter(Boolean).length).toBeLessThanOrEqual(150);
  });

  it("have a number each", () => {
    const numbers = records.map(({ name }) => name.slice(0, 4));
    expect(new Set(numbers).size).toBe(numbers.length);
  });

  it("are in the index by their numbers and titles", () => {
    const rows = [...index.matchAll(/^\| (\d{4}) \| \[(.+?)\]\((.+?)\) \|$/gm)];
    expect(rows.map(([, number, title, name]) => ({ number, title, name }))).toEqual(
      records.map(({ name, text }) => ({ number: name.slice(0, 4), title: form.exec(text)?.[2], name })),
    );
  });
});
