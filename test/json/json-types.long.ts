import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { DescMessage } from "@bufbuild/protobuf";
import { nestedTypes } from "@bufbuild/protobuf/reflect";
import { describe, expect, it } from "vitest";
import { codecNames } from "../../generator/src/plugin/codecs/names.js";
import { decideNames } from "../../generator/src/plugin/model/names.js";
import { openFolder } from "../compile.fixture.js";
import { generate, linkModule } from "../oracle/codecs.fixture.js";

const module = fileURLToPath(new URL("../corpus/protos", import.meta.url));
const buf = fileURLToPath(new URL("../../node_modules/.bin/buf", import.meta.url));
const theirs = fileURLToPath(new URL("../../bench/corpus/node_modules/.bin/protoc-gen-es", import.meta.url));

/** Protos that use all that the language has. */
describe("the types of JSON", () => {
  it("are those of protobuf-es, but for numbers of enums, which it leaves out", async () => {
    await using other = await openFolder();
    const files = linkModule(module);
    const names = decideNames(files, codecNames, { stripPrefix: "", sessionName: "Api" });
    const ours = Object.entries(await generate(files, names, "stratus", true)).map(([path, text]) => [
      path,
      text.replaceAll(/(?<=^export type \w+Json =(?:\s*\|?\s*"\w+")+)\s*\| number;/gm, ";"),
    ]);
    const plugin = {
      local: theirs,
      out: "theirs",
      opt: ["target=dts", "json_types=true", "import_extension=js"],
    };
    const template = JSON.stringify({ version: "v2", plugins: [plugin] });
    execFileSync(buf, ["generate", module, "--template", template], { cwd: other.path });
    const types = files.flatMap((file) => [...nestedTypes(file)].filter((one) => one.kind === "message"));
    const own = types.filter(({ typeName }) => !typeName.startsWith("google.protobuf."));
    const lines = own.map((desc, index) => {
      const { name, module: path } = names.json(desc);
      const theirs = `import("./theirs/${desc.file.name}_pb.js").${nameByProtobufEs(desc)}`;
      return `const same${index}: Same<import("./${path}.js").${name}, ${theirs}> = true; // ${name}`;
    });
    await other.write({
      ...Object.fromEntries(ours),
      "same.ts": `type Same<A, B> = [A, B] extends [B, A] ? true : false;\n${lines.join("\n")}\n`,
      // Its enums are no erasable syntax.
      "tsconfig.json": JSON.stringify({
        compilerOptions: {
          target: "es2023",
          module: "nodenext",
          types: [],
          strict: true,
          skipLibCheck: true,
        },
        include: ["same.ts"],
      }),
    });
    expect(own.length).toBeGreaterThan(20);
    expect(await other.check("TypeScript 7")).toBe("");
  });
});

function nameByProtobufEs(desc: DescMessage): string {
  return `${desc.parent ? `${nameByProtobufEs(desc.parent).slice(0, -"Json".length)}_` : ""}${desc.name}Json`;
}
