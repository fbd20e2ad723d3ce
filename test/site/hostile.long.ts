import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { FileDescriptorProto } from "@bufbuild/protobuf/wkt";
import { beforeAll, expect, it } from "vitest";
import { compileProtos, requestOf, runPlugin } from "../../generator/src/plugin/request.fixture.js";
import { writeSite } from "../../site/src/index.js";
import { buildPackage } from "../built-package.fixture.js";
import { describeWithBrowser } from "../catalogue/page/browser.fixture.js";
import { commentedProtos, hostileTexts, withText } from "../hostile/text.fixture.js";

const pageTexts: readonly (readonly [about: string, text: string])[] = [
  ...hostileTexts,
  ["ends an attribute", `" onfocus="evil()" autofocus x="`],
  ["ends an attribute in single quotes", `' onmouseover='evil()' x='`],
  ["is an image that fails", `"><img src=x onerror=evil()>`],
  ["is a drawing", "<svg/onload=evil()><animate onbegin=evil() attributeName=x dur=1s>"],
  ["is a frame", `<iframe srcdoc="<script>parent.evil()</script>"></iframe>`],
  [
    "is a link of Markdown",
    "[x](javascript:evil%28%29) [y](data:text/html,<script>evil()</script>) <javascript:evil()>",
  ],
  ["is a picture of another host", "![x](https://evil.example/x.png) [z]: javascript:evil()"],
  ["is a link with a title", `[x](https://evil.example "\\" onclick=evil() \\"")`],
  ["is an entity", "&lt;script&gt;evil()&lt;/script&gt; &#x3c;img src=x onerror=evil()>"],
  [
    "ends a comment and a style",
    "--> </style> <base href=https://evil.example/> <meta http-equiv=refresh content=0>",
  ],
];

/** Describes each element of a page that the site does not write itself. It is source, since the page runs it. */
const strangers = `(() => {
  const tags = "a aside body br button code dd del details dialog div dl dt em form h1 h2 h3 head header hr html input kbd li link main meta nav ol p pre script section span strong summary table tbody td th thead title tr ul".split(" ");
  const names = "aria-controls aria-current aria-expanded aria-hidden aria-keyshortcuts aria-label aria-labelledby aria-selected autocomplete charset class content data-root data-search data-theme defer hidden href http-equiv id lang method name open placeholder rel role scope spellcheck src tabindex title type".split(" ");
  return [...document.querySelectorAll("*")].flatMap((element) => {
    const tag = element.tagName.toLowerCase();
    const odd = [...element.attributes].filter(({ name }) => !names.includes(name)).map(({ name }) => tag + "[" + name + "]");
    if (!tags.includes(tag)) odd.push(tag);
    if (tag === "a" && !/^(?:file|https?|mailto):/.test(element.href)) odd.push(element.outerHTML);
    if (tag === "script" && !/\\/(?:site|search-index)\\.js$/.test(element.src)) odd.push(element.outerHTML);
    return odd;
  });
})()`;

describeWithBrowser("the site of an API whose protos attack its readers, in Chromium", (browser) => {
  let descriptors: FileDescriptorProto[];
  beforeAll(() => {
    descriptors = compileProtos(commentedProtos);
  });

  it.each(pageTexts)("runs nothing of a text that %s", { timeout: 60_000 }, async (_, text) => {
    const parameter = "package_name=@acme/cloud,guide=true,docs=true";
    const { files, error } = await runPlugin(requestOf(withText(descriptors, text), { parameter }));
    expect(error).toBe("");
    await using built = await buildPackage(files);
    const out = await mkdtemp(join(tmpdir(), "stratus-site-"));
    // Pages of the API's team are no more trusted than comments: others may have written them.
    const own = join(built.path, "own.md");
    await writeFile(
      own,
      `# ${text.slice(0, 200).replaceAll(/\s+/g, " ")}\n\n${text}\n\n| field | type | description |\n|---|---|---|\n| \`a\` | b | ${text.replaceAll(/[\r\n|]/g, " ")} |\n`,
    );
    await writeSite({ package: built.path, out, pages: [own] });
    // The policy of the pages is off, so that the markup alone has to be safe.
    const context = await browser().newContext({ bypassCSP: true });
    const asked: string[] = [];
    try {
      await context.addInitScript("evil = () => { document.documentElement.dataset.ran = 'yes'; }");
      const page = await context.newPage();
      page.on("request", (one) => void (one.url().startsWith("file:") || asked.push(one.url())));
      for (const path of ["index.html", "acme/v1/S.html", "acme/v1/types.html", "own.html"]) {
        await page.goto(pathToFileURL(join(out, path)).href);
        expect([path, await page.evaluate(strangers)]).toEqual([path, []]);
        await page.keyboard.press("/");
        await page.keyboard.type("evil");
        await page.locator("dialog [role=status]").filter({ hasText: /\w/ }).waitFor();
        expect([path, await page.evaluate(strangers)]).toEqual([path, []]);
        expect(await page.locator("html").getAttribute("data-ran")).toBeNull();
      }
      expect(asked.filter((url) => !url.startsWith("data:"))).toEqual([]);
    } finally {
      await context.close();
      await rm(out, { recursive: true, force: true });
    }
  });
});
