import type Handlebars from "handlebars";
import { describe, expect, it } from "vitest";
import { code } from "../code/code.js";
import type { View } from "./page.js";
import { createRenderer } from "./render.js";
import { toScript, compileTemplates } from "./compile.js";
import { parseTemplate } from "./parse-template.js";
import type { Template, Templates } from "./template.js";
import { readTemplateTexts } from "./template-texts.js";

const render = (text: string, view: object, partials: Readonly<Record<string, string>> = {}): string =>
  createRenderer(templates({ page: text, ...partials })).render("page", view as View);

function templates(texts: Readonly<Record<string, string>>): Templates {
  return compileTemplates(new Map(Object.entries(texts)));
}

describe("a template", () => {
  it.each([
    ["a name", "const {{name}};", { name: "a" }, "const a;"],
    ["a part of a view", "{{a.b}}", { a: { b: "c" } }, "c"],
    [
      "source text, unescaped",
      "{{code}}",
      { code: "a < b && \"c\" > 'd' `{{x}}`" },
      "a < b && \"c\" > 'd' `{{x}}`",
    ],
    ["empty text", "[{{a}}]", { a: "" }, "[]"],
    ["an if", "{{#if a}}yes{{else}}no{{/if}}", { a: true }, "yes"],
    ["an else", "{{#if a}}yes{{else}}no{{/if}}", { a: false }, "no"],
    ["an else-if chain", "{{#if a}}1{{else if b}}2{{else}}3{{/if}}", { a: false, b: true }, "2"],
    ["an unless", "{{#unless a}}no{{/unless}}", { a: false }, "no"],
    ["a list", "{{#each list}}{{this}}{{#unless @last}}, {{/unless}}{{/each}}", { list: ["a", "b"] }, "a, b"],
    ["an empty list", "{{#each list}}x{{else}}none{{/each}}", { list: [] }, "none"],
    ["a part as the view", "{{#with a}}{{b}}{{../c}}{{/with}}", { a: { b: "1" }, c: "2" }, "12"],
    ["a comment", "{{!-- why --}}a", {}, "a"],
  ])("prints %s", (_, text, view, want) => {
    expect(render(text, view)).toBe(want);
  });

  it("includes another, without moving any line of it but the first", () => {
    const partials = { "parts/line": "const a = `\n{{name}}`;\n" };
    expect(render("{\n  {{> parts/line}}\n}", { name: "x" }, partials)).toBe("{\n  const a = `\nx`;\n}");
    expect(render("{{> parts/line inner}}", { inner: { name: "y" } }, partials)).toBe("const a = `\ny`;\n");
  });
});

describe("a renderer", () => {
  it("compiles a template when it is asked for, and once", () => {
    const all = templates({ page: "{{> part}}", part: "{{a}}", broken: "{{#if a}}" });
    const reads: string[] = [];
    const get = (name: string): Template | undefined => {
      reads.push(name);
      return all.get(name);
    };
    const { render: page } = createRenderer(Object.assign(new Map(all), { get }));
    expect([page("page", { a: code`1` }), page("page", { a: code`2` })]).toEqual(["1", "2"]);
    expect(reads).toEqual(["page", "part"]);
  });
});

describe("a template as JavaScript", () => {
  it("prints what its text does, and tells of what is missing", async () => {
    const text = "{{#each list}}{{name}}{{#unless @last}}, {{/unless}}{{/each}}{{> end}}";
    const script = toScript("page", text);
    const { default: specification } = (await import(
      `data:text/javascript,${encodeURIComponent(`export default ${script}`)}`
    )) as { readonly default: TemplateSpecification };
    const all = new Map([
      ...templates({ end: "." }),
      ["page", (handlebars: typeof Handlebars) => handlebars.template<View>(specification)] as const,
    ]);
    const { render: print } = createRenderer(all);
    expect(print("page", { list: [{ name: code`a` }, { name: code`b` }] })).toBe("a, b.");
    expect(() => print("page", { list: [{}] })).toThrow('template page: the view has no "name"');
  });
});

describe("a view that lacks what its template asks for", () => {
  it.each([
    ["{{nmae}}", "nmae"],
    ["{{a.b}}", "a.b"],
    ["{{#if nmae}}x{{/if}}", "nmae"],
    ["{{#unless nmae}}x{{/unless}}", "nmae"],
    ["{{#each nmae}}x{{/each}}", "nmae"],
    ["{{#with nmae}}x{{/with}}", "nmae"],
    ["{{#each list}}{{nmae}}{{/each}}", "nmae"],
    ["{{#with a}}{{#if ../nmae}}x{{/if}}{{/with}}", "../nmae"],
    ["{{toString}}", "toString"],
    ["{{constructor}}", "constructor"],
    ["{{#if toString}}x{{/if}}", "toString"],
  ])("is told by name: %s", (text, name) => {
    expect(() => render(text, { name: "a", a: { c: "d" }, list: [{}] })).toThrow(
      `template page: the view has no "${name}"`,
    );
  });

  it.each([
    ["{{a}}", { a: 1 }, '"a" is not a string'],
    ["{{a}}", { a: null }, '"a" is not a string'],
    ["{{a}}", { a: ["x"] }, '"a" is not a string'],
    ["{{a}}", { a: () => "x" }, '"a" is not a string'],
    ["{{#each a}}x{{/each}}", { a: { b: 1 } }, '"a" is not a list'],
    ["{{#each a}}x{{/each}}", { a: "abc" }, '"a" is not a list'],
    ["{{> nowhere}}", {}, "nowhere"],
  ])("prints nothing that is no source text: %s of %j", (text, view, message) => {
    expect(() => render(text, view)).toThrow(message);
  });

  it("is told with the template that was asked for, also where it does not exist", () => {
    expect(() => createRenderer(new Map()).render("page", {})).toThrow(
      "template page: there is no template page",
    );
  });
});

describe("a view", () => {
  const text: string = "evil()";
  it("is made of source text, yes or no, views and lists; a plain string does not compile", () => {
    const views: readonly View[] = [
      { name: code`a`, isOpen: true, missing: false, part: { names: [code`b`, { name: code`c` }] } },
      // @ts-expect-error -- a plain string is no source text
      { name: text },
      // @ts-expect-error -- nor is it in a part of the view
      { part: { name: text } },
      // @ts-expect-error -- nor in a list
      { names: [text] },
      // @ts-expect-error -- what is missing is false
      { name: undefined },
    ];
    expect(render("{{#with part}}{{#each names}}{{/each}}{{/with}}{{name}}", views[0] ?? {})).toBe("a");
  });
});

describe("logic in a template", () => {
  it.each([
    "{{#if (eq a b)}}x{{/if}}",
    "{{lookup a b}}",
    "{{a b}}",
    '{{a b="c"}}',
    "{{{a}}}",
    "{{&a}}",
    "{{#list}}x{{/list}}",
    "{{#each list as |item|}}x{{/each}}",
    "{{#if a b}}x{{/if}}",
    "{{#log a}}x{{/log}}",
    "{{@root.a}}",
    "{{@index}}",
    '{{"text"}}',
    "{{1}}",
    "{{> (name)}}",
    "{{> part a=1}}",
    "{{#> part}}x{{/part}}",
    "{{#*inline 'a'}}x{{/inline}}",
    "{{* decorator}}",
  ])("is refused with its line: %s", (text) => {
    expect(() => render(`line one\n${text}`, { a: "a", b: "b", list: [], part: "" }, { part: "" })).toThrow(
      "template page:2: ",
    );
  });

  it("is told as a mistake where the text is no template", () => {
    expect(() => render("{{#if a}}", { a: true })).toThrow(/template page: .*Parse error/s);
  });
});

describe("the package's own templates", () => {
  it("all follow the rule", () => {
    for (const [name, text] of readTemplateTexts()) expect(() => parseTemplate(name, text)).not.toThrow();
  });
});
