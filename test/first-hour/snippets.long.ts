import { execFile } from "node:child_process";
import { mkdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { type Emulator, startEmulator } from "@stratus/emulator";
import { expect, it } from "vitest";
import { libraryFiles } from "../../convention/src/aip/library.fixture.js";
import { buildImage } from "../../convention/src/proto-image.fixture.js";
import { generateFrom } from "../../generator/src/plugin/request.fixture.js";
import { buildPackage } from "../built-package.fixture.js";
import { root } from "../repository.fixture.js";

const run = promisify(execFile);

/** Pastes the first example of a README into a module of plain JavaScript, and runs it with the emulator's variables. */
async function paste(readme: string, folder: string, emulator: Emulator, prefix: string): Promise<string> {
  const [, snippet = ""] = /```ts\n([^]*?)```/.exec(readme) ?? [];
  expect(snippet).toContain(".fromEnv()");
  const file = join(folder, "main.mjs");
  await writeFile(file, snippet);
  const { session } = emulator;
  const env = {
    ...process.env,
    [`${prefix}_TOKEN`]: emulator.issueToken(),
    [`${prefix}_ENDPOINT`]: emulator.address,
    [`${prefix}_INSECURE`]: "true",
    ...(session.apiDomain === undefined ? {} : { [`${prefix}_API_DOMAIN`]: session.apiDomain }),
  };
  const { stdout } = await run(process.execPath, [file], { env });
  return stdout;
}

it("the first example of the sample's README runs as pasted beside the emulator", async () => {
  const folder = join(root, "node_modules/.snippets");
  await mkdir(folder, { recursive: true });
  await using emulator = await startEmulator({ sdk: "@svc/cloud", cwd: root });
  const readme = await readFile(join(root, "generated/cloud/README.md"), "utf8");
  const out = await paste(readme, folder, emulator, "CLOUD");
  expect(out).toContain("metadata:");
  const methods = emulator.calls().map(({ method }) => method.replace(/.*\//, ""));
  expect(methods).toEqual(expect.arrayContaining(["List", "Create", "Get"]));
  await rm(folder, { recursive: true });
}, 60_000);

it("the first example of an API that follows AIP runs as pasted beside the emulator", async () => {
  const parameter = "session_name=Library,package_name=library-sdk";
  const { files, error } = await generateFrom(libraryFiles(), { parameter });
  expect(error).toBe("");
  await using built = await buildPackage(files);
  const app = join(built.path, "app");
  await mkdir(join(app, "node_modules"), { recursive: true });
  await symlink(built.path, join(app, "node_modules/library-sdk"));
  await using emulator = await startEmulator({ image: buildImage(libraryFiles()) });
  const out = await paste(files["README.md"] ?? "", app, emulator, "LIBRARY");
  expect(out).toContain("name:");
}, 60_000);
