import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { libraryFiles } from "../../../convention/src/aip/library.fixture.js";
import { buildImage } from "../../../convention/src/proto-image.fixture.js";
import { bufBuild } from "../../../emulator/src/descriptors/buf-build.js";
import { root } from "../../../emulator/src/emulator.fixture.js";
import { describeWithBrowser } from "../../catalogue/page/browser.fixture.js";
import { looksOf, openConsole } from "./open-console.fixture.js";

const forms = buildImage({
  "acme/forms.proto": `
    syntax = "proto3"; package acme;
    import "google/protobuf/descriptor.proto"; import "google/protobuf/timestamp.proto"; import "google/protobuf/duration.proto";
    import "google/protobuf/field_mask.proto"; import "google/protobuf/struct.proto"; import "google/protobuf/wrappers.proto";
    enum FieldBehavior { FIELD_BEHAVIOR_UNSPECIFIED = 0; REQUIRED = 2; }
    extend google.protobuf.FieldOptions { repeated FieldBehavior field_behavior = 50001; }
    enum Color { COLOR_UNSPECIFIED = 0; RED = 1; }
    message Inner { string note = 1; Inner next = 2; }
    message Form {
      string name = 1 [(field_behavior) = REQUIRED]; int32 count = 2; int64 big = 3; double ratio = 4; bool active = 5;
      bytes blob = 6; Color color = 7; Inner inner = 8; repeated string tags = 9; repeated Inner rows = 10;
      map<string, int32> sizes = 11; map<int32, Inner> parts = 12;
      oneof kind { string text = 13; Inner part = 14; }
      google.protobuf.Timestamp at = 15; google.protobuf.Duration lasts = 16; google.protobuf.FieldMask mask = 17;
      google.protobuf.Struct extra = 18; google.protobuf.Int64Value score = 19; optional string nick = 20;
    }
    service Forms {
      rpc Send(Form) returns (Form); rpc Watch(Form) returns (stream Form);
      rpc Upload(stream Form) returns (Form); rpc Rest(Form) returns (Form);
    }`,
});

async function buildLibrary(): Promise<Uint8Array> {
  const folder = mkdtempSync(join(tmpdir(), "stratus-console-"));
  try {
    for (const [path, text] of Object.entries(libraryFiles())) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    return await bufBuild(folder, root);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

describeWithBrowser("the console of any API", (browser) => {
  it("has an input for every kind of field, and sends what was entered", async () => {
    await using opened = await openConsole(browser(), { image: forms });
    const { page, emulator, goto } = opened;
    emulator.handle("Forms/Send", (request) => request);
    await goto("#/method?name=acme.Forms/Send");
    const input = (name: string | RegExp) => page.getByLabel(name).first();
    expect(await page.locator(".field").first().innerText()).toMatch(/name\s*required/);
    await input(/^name/).fill("first");
    await input(/^count/).fill("many");
    expect(await input(/^count/).getAttribute("aria-invalid")).toBe("true");
    await input(/^count/).fill("7");
    await input(/^big/).fill("9007199254740993");
    await input(/^ratio/).fill("0.5");
    await input(/^active/).selectOption("true");
    await input(/^blob/).fill("aGk=");
    await input(/^color/).selectOption("RED");
    await input(/^note/).fill("in");
    await page.getByRole("button", { name: "Add to tags" }).click();
    await page.getByLabel("tags, element 1").fill("a");
    await page.getByRole("button", { name: "Add to tags" }).click();
    await page.getByLabel("tags, element 2").fill("b");
    await page.getByRole("button", { name: "Remove element 1 of tags" }).click();
    await page.getByRole("button", { name: "Add to sizes" }).click();
    await page.getByLabel("sizes, key 1").fill("__proto__");
    await page.getByLabel("sizes, value 1").fill("3");
    await page.getByRole("button", { name: "Add to parts" }).click();
    await page.getByLabel("parts, key 1").fill("5");
    await page.locator(".map", { hasText: "parts" }).getByLabel(/^note/).fill("five");
    await page.getByRole("button", { name: "Add to rows" }).click();
    await page.locator(".list", { hasText: "rows" }).getByLabel(/^note/).fill("row");
    await page.getByLabel(/^kind/).selectOption("part");
    await page.locator(".group", { hasText: "kind" }).getByLabel(/^note/).fill("of one");
    await input(/^at\s*Timestamp/).fill("2030-01-31T12:00:00Z");
    await input(/^lasts/).fill("1.5s");
    await input(/^mask/).fill("name,inner.note");
    await input(/^extra/).fill('{"deep": [1, {"x": null}]}');
    await input(/^score/).fill("12");
    await input(/^nick/).fill("n");
    expect(await looksOf(page, "form")).toEqual([]);
    await page.getByRole("button", { name: "Send" }).click();
    await page.getByLabel("Response").getByText("OK", { exact: true }).waitFor();
    const wanted = {
      name: "first",
      count: 7,
      big: "9007199254740993",
      ratio: 0.5,
      active: true,
      blob: "aGk=",
      color: "RED",
      inner: { note: "in" },
      tags: ["b"],
      rows: [{ note: "row" }],
      sizes: Object.fromEntries([["__proto__", 3]]),
      parts: { 5: { note: "five" } },
      part: { note: "of one" },
      at: "2030-01-31T12:00:00Z",
      lasts: "1.500s",
      mask: "name,inner.note",
      extra: { deep: [1, { x: null }] },
      score: "12",
      nick: "n",
    };
    expect(emulator.calls().at(-1)?.message).toEqual(wanted);
    await page.getByRole("button", { name: "JSON", exact: true }).click();
    const json = page.getByLabel("The request as JSON");
    expect(JSON.parse(await json.inputValue())).toMatchObject({ name: "first", tags: ["b"] });
    await json.fill("{");
    await page.getByText(/SyntaxError/).waitFor();
    await json.fill('{"name": "second"}');
    await page.getByRole("button", { name: "Fields" }).click();
    expect(await input(/^name/).inputValue()).toBe("second");
    expect(opened.faults).toEqual([]);
  });

  it("marks answers of default values, and reads and writes streams", async () => {
    await using opened = await openConsole(browser(), { image: forms });
    const { page, emulator, goto } = opened;
    emulator.handle("Forms/Watch", async function* () {
      yield { name: "one" };
      yield { name: "two" };
    });
    await goto("#/methods");
    await expect.poll(() => page.getByText("default answer").count()).toBe(3);
    expect(await looksOf(page, "methods")).toEqual([]);
    await goto("#/method?name=acme.Forms/Rest");
    await page.getByRole("button", { name: "Send" }).click();
    await page.getByLabel("Response").getByText("default answer").waitFor();
    await goto("#/method?name=acme.Forms/Watch");
    await page.getByRole("button", { name: "Send" }).click();
    await page.getByRole("region", { name: "Message 2" }).getByText('"two"').waitFor();
    await goto("#/method?name=acme.Forms/Upload");
    await page.getByLabel(/^name/).first().fill("a");
    await page.getByRole("button", { name: "Add to the stream" }).click();
    await page.getByText("1 before this message").waitFor();
    await page.getByRole("button", { name: "Send" }).click();
    await page.getByLabel("Response").getByText("OK", { exact: true }).waitFor();
    await goto("#/calls");
    await page.locator(".call", { hasText: "Upload" }).getByText("default answer").waitFor();
    expect(opened.faults).toEqual([]);
  });

  it("creates, updates and deletes resources of an API that follows AIP", async () => {
    await using opened = await openConsole(browser(), { image: await buildLibrary() });
    const { page, goto } = opened;
    await goto("#/methods");
    await page.getByRole("link", { name: "CreateBook", exact: true }).click();
    await page.getByLabel(/^parent/).fill("shelves/s");
    await page.getByLabel(/^book_id/).fill("b");
    await page.getByLabel(/^title/).fill("First");
    await page.getByRole("button", { name: "Send" }).click();
    await page.getByLabel("Response").getByText("OK", { exact: true }).waitFor();
    await page.getByRole("link", { name: "Resources" }).click();
    await page.getByRole("link", { name: "shelves/s/books/b" }).click();
    await page.getByRole("button", { name: "update-book", exact: true }).click();
    await page.getByLabel(/^title/).fill("Second");
    await page.getByLabel(/^update_mask/).fill("title");
    await page.getByRole("button", { name: "Send" }).click();
    await page.getByLabel("Response").getByText("OK", { exact: true }).waitFor();
    await page.goBack();
    await page.getByRole("row", { name: /title "First" "Second"/ }).waitFor();
    await page.getByRole("button", { name: "delete-book", exact: true }).click();
    await page.getByRole("button", { name: "Send" }).click();
    await page.getByLabel("Response").getByText("OK", { exact: true }).waitFor();
    expect(opened.faults).toEqual([]);
  });
});
