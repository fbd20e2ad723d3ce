import { basename } from "node:path";
import { describe, expect, it } from "vitest";
import { anchorsOf, brokenLinks, filesOf, isThere, unwrapped, withoutCode } from "./pages.fixture.js";

const pages = filesOf(".md");
const texts = filesOf(".ts", ".tsx", ".md", ".proto", ".hbs", ".mjs", ".js", ".yaml", ".yml").filter(
  ({ path }) => !path.startsWith("test/architecture/"),
);
const conventions = pages.find(({ path }) => path === "docs/conventions.md")?.text ?? "";

/** Numbers and titles of the sections of docs/conventions.md: `4`, `4.2`. */
const headings = [...withoutCode(conventions).matchAll(/^##+ (\d+(?:\.\d+)?)\.? (.*)$/gm)];
const numbers = new Set(headings.map(([, number]) => number));
const titles = new Set(headings.map(([, , title]) => title));

/** Documents outside of the repository that have sections, and that everyone finds. */
const isStandard = (before: string): boolean =>
  /\b(?:RFC ?\d+|AIP-\d+|X\.\d+|OpenID Connect Core)[^.;()]*$/.test(before);

/** What a text says of sections that docs/conventions.md does not have, or of sections of nothing in particular. */
function strayCitations(path: string, text: string): string[] {
  const plain = unwrapped(text);
  const byNumber = [...plain.matchAll(/\bsections? (\d+(?:\.\d+)*)/gi)].flatMap(
    ({ 0: cited, 1: number, index }) => {
      const before = plain.slice(Math.max(0, index - 60), index);
      const isOurs = path === "docs/conventions.md" || /conventions(?:\.md)?[,#[\]() ]*(?:")?$/i.test(before);
      const isLink =
        before.endsWith("[") && /^[^\]]*\]\((?:docs\/|\.\.\/)?conventions\.md#/.test(plain.slice(index));
      if (isStandard(before) || ((isOurs || isLink) && numbers.has(number))) return [];
      return [`${path}: ...${before.slice(-30)}${cited}`];
    },
  );
  const byTitle = [...plain.matchAll(/conventions\.md,((?: (?:and )?"[^"]+",?)+)/g)].flatMap(
    ([, quoted = ""]) =>
      [...quoted.matchAll(/"([^"]+)"/g)].flatMap(([, title]) =>
        titles.has(title) ? [] : [`${path}: "${title}"`],
      ),
  );
  return [...byNumber, ...byTitle];
}

/** Papers that the repository was planned with, and that nobody who reads it has. */
const elsewhere =
  /\b[Ss]eeds?(?:'s)?,? (?:sections?|mask|rules?)\b|\b(?:of|as|in|by) the seed\b(?! of)|\bthe seed's\b|\bDESIGN\.md\b|\bFINDINGS\b/;

describe("what comments, tests and pages cite", () => {
  it("is a section that docs/conventions.md has, or one of a public standard", () => {
    expect(texts.flatMap(({ path, text }) => strayCitations(path, text))).toEqual([]);
  });

  it("is no document that is not in the repository", () => {
    const strays = texts.flatMap(({ path, text }) => {
      const found = elsewhere.exec(unwrapped(text));
      return found ? [`${path}: ${found[0]}`] : [];
    });
    expect(strays).toEqual([]);
  });

  it("is a page of docs/ that is there", () => {
    const strays = texts.flatMap(({ path, text }) =>
      [
        ...text.matchAll(/(?<![\w}/])docs\/(?:(?:how-to|reference|explanation|tutorials)\/)?[a-z-]+\.md\b/g),
      ].flatMap(([page]) => (isThere(page) ? [] : [`${path}: ${page}`])),
    );
    expect(strays).toEqual([]);
  });

  it("is a page of docs/ where packages have copies", () => {
    const names = new Set(pages.flatMap(({ path }) => (path.startsWith("docs/") ? [basename(path)] : [])));
    const cited = texts.flatMap(({ path, text }) =>
      [...text.matchAll(/(?:@stratus\/[\w-]+|protoc-gen-stratus)@[\d.]+\/docs\/([\w-]+\.md)/g)].map(
        ([, name = ""]) => ({ path, name }),
      ),
    );
    expect(cited.length).toBeGreaterThan(20);
    expect(cited.filter(({ name }) => !names.has(name))).toEqual([]);
  });
});

describe("the pages", () => {
  it.each(pages)("$path has links that lead somewhere", (page) => {
    expect(brokenLinks(page)).toEqual([]);
  });

  const roots =
    "convention|runtime|generator|emulator|templates|test|tools|bench|protos|openapi|examples|generated";
  const sources = ["runtime/src/", "generator/src/", "emulator/src/"];

  it.each(pages.filter(({ path }) => path.startsWith("docs/") || path === "README.md"))(
    "$path names files that are there",
    ({ text }) => {
      const named = [...withoutCode(text).matchAll(/`([^`\s]+\.(?:ts|mjs|hbs|proto|yaml))`/g)].map(
        ([, one = ""]) => one,
      );
      const whole = named.filter((one) => new RegExp(`^(?:${roots})/`).test(one));
      expect(whole.filter((one) => !isThere(one))).toEqual([]);
    },
  );

  it("docs/explanation/architecture.md names files of the packages by paths that are there", () => {
    const { text = "" } = pages.find(({ path }) => path === "docs/explanation/architecture.md") ?? {};
    const named = [...text.matchAll(/`((?:[a-z-]+\/)+[a-z-]+\.ts)`/g)].map(([, one = ""]) => one);
    expect(named.length).toBeGreaterThan(40);
    expect(named.filter((one) => !["", ...sources].some((folder) => isThere(`${folder}${one}`)))).toEqual([]);
  });
});

describe("this test", () => {
  it("knows sections by number and by title, and the pages that have them", () => {
    expect([...numbers]).toEqual(expect.arrayContaining(["1", "4", "4.2", "12"]));
    expect(titles).toContain("Methods");
    expect(anchorsOf(conventions)).toContain("42-the-servers-rules");
  });

  it.each([
    ["a section that is there", "(conventions, section 4.2)", 0],
    ["two lines", "(docs/conventions.md,\n * section 4.2)", 0],
    ["a section by its title", '(docs/conventions.md, "Methods")', 0],
    ["a link", "[section 4](conventions.md#4-update-and-the-reset-mask)", 0],
    ["a standard", "RFC 8693, section 2.2.2", 0],
    ["a section that is not there", "(conventions, section 4.99)", 1],
    ["a title that is not there", '(docs/conventions.md, "Dragons")', 1],
    ["a section of nothing", "see section 4", 1],
  ])("judges %s", (_, text, count) => {
    expect(strayCitations("x.ts", text)).toHaveLength(count);
  });

  it("knows citations of what is elsewhere from seeds of chance", () => {
    for (const text of ["(seed section 4)", "rule 7 of the seed", "the seed's rules"])
      expect(text).toMatch(elsewhere);
    for (const text of ["The seed of a run", "const seed = 7", "fast-check seed 5"])
      expect(text).not.toMatch(elsewhere);
  });

  it("knows a link that leads nowhere", () => {
    const page = (text: string) => ({ path: "docs/page.md", text });
    expect(
      brokenLinks(
        page("[a](performance.md#when-not-to-optimize) [b](https://x.y/z) [c](#here)\n\n## Here\n"),
      ),
    ).toEqual([]);
    expect(
      brokenLinks(page("[a](performance.md#when-not-to-optmize) [b](nowhere.md) [c](#there)")),
    ).toHaveLength(3);
  });
});
