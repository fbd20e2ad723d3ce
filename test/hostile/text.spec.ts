import { beforeAll, describe, expect, it } from "vitest";
import type { FileDescriptorProto } from "@bufbuild/protobuf/wkt";
import {
  compileProtos,
  requestOf,
  runPlugin,
  type Outcome,
} from "../../generator/src/plugin/request.fixture.js";
import { findInjectedCode } from "../../generator/src/plugin/verify/injected-code.js";
import { openFolder, triedCompilers } from "../compile.fixture.js";
import { commentedProtos, hostileTexts, withText } from "./text.fixture.js";

const parameter = "package_name=@acme/cloud,server=true";
const messagesAlone = "package_name=@acme/cloud,codec=none";
const list = (files: Outcome["files"]) => Object.entries(files).map(([path, text]) => ({ path, text }));

describe("text of a proto", () => {
  let descriptors: FileDescriptorProto[];
  let neutral: Outcome;

  beforeAll(async () => {
    descriptors = compileProtos(commentedProtos);
    neutral = await runPlugin(requestOf(withText(descriptors, "Text"), { parameter }));
    expect(neutral.error).toBe("");
  });

  it.each(hostileTexts)("that %s never becomes code", async (_, text) => {
    const { files, error } = await runPlugin(requestOf(withText(descriptors, text), { parameter }));
    expect(error).toBe("");
    expect(findInjectedCode(list(files), list(neutral.files))).toEqual([]);
    expect(files["package.json"]).toBe(neutral.files["package.json"]);
    expect(files["README.md"]).toBe(neutral.files["README.md"]);
    for (const [path, content] of Object.entries(files)) {
      expect([path, content.match(/[^\P{C}\n\t]|[\u2028\u2029]/gu)]).toEqual([path, null]);
    }
  });

  it("never becomes code of messages alone", async () => {
    const harmless = await runPlugin(requestOf(withText(descriptors, "Text"), { parameter: messagesAlone }));
    for (const [about, text] of hostileTexts) {
      const request = requestOf(withText(descriptors, text), { parameter: messagesAlone });
      const { files, error } = await runPlugin(request);
      expect([about, error]).toEqual([about, ""]);
      expect([about, findInjectedCode(list(files), list(harmless.files))]).toEqual([about, []]);
      expect(files["README.md"]).toBe(harmless.files["README.md"]);
    }
  });

  it("is printed where it is harmless, so that the rows above show something", async () => {
    const { files } = await runPlugin(requestOf(withText(descriptors, "Hello there"), { parameter }));
    expect(files["src/acme/v1/a.server.ts"]?.match(/Hello there/g)?.length).toBeGreaterThanOrEqual(5);
    expect(files["src/acme/v1/a.ts"]?.match(/Hello there/g)?.length).toBeGreaterThanOrEqual(11);
    expect(files["src/acme/v1/a.ts"]).toContain('json=${"Hello there!"}');
  });

  it("is let through by the option verify, which makes no difference to the output", async () => {
    const [about, text] = hostileTexts[0]!;
    const request = withText(descriptors, `${about} ${text}`);
    const verified = await runPlugin(requestOf(request, { parameter: `${parameter},verify=true` }));
    expect(verified).toEqual(await runPlugin(requestOf(request, { parameter })));
    expect(verified.error).toBe("");
  });

  it.each(triedCompilers)("compiles under %s, whatever it says", async (compiler) => {
    await using folder = await openFolder();
    for (const [index, [, text]] of hostileTexts.entries()) {
      const { files } = await runPlugin(requestOf(withText(descriptors, text)));
      await folder.write(
        Object.fromEntries(
          Object.entries(files).map(([path, content]) => [`case-${index}/${path}`, content]),
        ),
      );
    }
    expect(await folder.check(compiler)).toBe("");
  });
});
