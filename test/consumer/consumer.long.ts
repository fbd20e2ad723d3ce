import { execFile } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import { cp, mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { packAlone } from "../pack-lock.fixture.js";
import { startEmulator } from "@stratus/emulator";

const run = promisify(execFile);
const top = fileURLToPath(new URL("../../", import.meta.url));

/**
 * Another repository, with an API of its own: package `acme`, its own option
 * package and numbers, messages in several directories. It knows Stratus by the
 * packed tarballs alone.
 */
describe("a repository that uses the packed plugin", () => {
  let project: string;

  beforeAll(async () => {
    project = await mkdtemp(join(tmpdir(), "acme-library-"));
    await cp(join(top, "test/consumer/project"), project, { recursive: true });
    const packages = join(project, "packages");
    await packAlone(() =>
      run("node", [join(top, "tools/pack-all.mjs"), packages, "--no-checks"], { cwd: top }),
    );
    const tarballs = await readdir(packages);
    const ours = tarballs.filter((name) =>
      /^(protoc-gen-stratus|stratus-convention|stratus-runtime)-/.test(name),
    );
    expect(ours).toHaveLength(3);
    const { devDependencies: versions } = JSON.parse(await readFile(join(top, "package.json"), "utf8"));
    const others = ["@bufbuild/buf", "typescript", "@types/node"].map((name) => `${name}@${versions[name]}`);
    const flags = ["--no-audit", "--no-fund", "--prefer-offline", "--loglevel=error"];
    await run("npm", ["install", ...flags, ...ours.map((name) => `./packages/${name}`), ...others], {
      cwd: project,
    });
  });

  afterAll(async () => {
    await rm(project, { recursive: true, force: true });
  });

  it("generates an SDK with one plugin line", async () => {
    await run("npx", ["buf", "generate"], { cwd: project });
    const files = await readdir(join(project, "src/gen"), { recursive: true });
    expect(files).toEqual(
      expect.arrayContaining([
        "index.ts",
        "session.ts",
        "acme/library/v1/index.ts",
        "acme/library/v1/book_service.ts",
        "acme/library/v1/shelving/shelf.ts",
        "google/protobuf/index.ts",
      ]),
    );
    expect(files.filter((file) => file.includes("descriptor"))).toEqual(["descriptors.ts"]);
  });

  it("gets the same bytes when it generates again", async () => {
    const before = await snapshot(join(project, "src/gen"));
    await run("npx", ["buf", "generate"], { cwd: project });
    expect(await snapshot(join(project, "src/gen"))).toEqual(before);
  });

  it("type-checks under the strictest settings", async () => {
    await expect(run("npx", ["tsc", "--noEmit"], { cwd: project })).resolves.toMatchObject({ stdout: "" });
  });

  it("calls its API, each service under its own authority", async () => {
    const { privateKey, publicKey } = generateKeyPairSync("rsa", {
      modulusLength: 2048,
      privateKeyEncoding: { type: "pkcs8", format: "pem" },
      publicKeyEncoding: { type: "spki", format: "pem" },
    });
    await writeFile(join(project, "key.pem"), privateKey);
    await run("npx", ["buf", "build", "-o", "image.binpb"], { cwd: project });
    await run("npx", ["tsc"], { cwd: project });
    await using emulator = await startEmulator({
      image: join(project, "image.binpb"),
      apiDomain: "acme.test",
      operationDelayMs: 50,
    });
    emulator.addServiceAccount({ id: "account-1", keyId: "key-1", publicKeyPem: publicKey });

    const { stdout } = await run("node", ["dist/main.js"], {
      cwd: project,
      env: { ...process.env, ADDRESS: emulator.address, KEY_FILE: join(project, "key.pem") },
    });

    expect(JSON.parse(stdout)).toEqual({
      titles: ["Moby-Dick"],
      isbn: "9780142437247",
      edition: 0,
      heading: "a nested one",
      location: { $case: "borrower", value: "Ishmael" },
      notes: [],
      subtitle: "or, The Whale",
      code: "NOT_FOUND",
      kind: "notFound",
    });
    const authorities = new Map(emulator.calls().map(({ method, authority }) => [method, authority]));
    expect(Object.fromEntries(authorities)).toEqual({
      "acme.auth.v1.LoginService/Swap": "login.auth.acme.test:443",
      "acme.library.v1.BookService/Create": "library.acme.test:443",
      "acme.library.v1.BookService/Get": "library.acme.test:443",
      "acme.library.v1.BookService/Update": "library.acme.test:443",
      "acme.library.v1.BookService/List": "library.acme.test:443",
      "acme.library.v1.BookService/Delete": "library.acme.test:443",
      "acme.core.v1.TaskService/Get": "library.acme.test:443",
    });
  });
});

/** Paths and contents of all files below a folder. */
async function snapshot(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const texts = await Promise.all(paths.map(async (path) => [path, await readFile(path, "utf8")] as const));
  return Object.fromEntries(texts);
}
