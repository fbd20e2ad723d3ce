import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { acmeFile, acmeOptions, generateFrom } from "../../plugin/request.fixture.js";
import type { Command } from "./command.js";
import { diffCommand } from "./diff.js";
import { releaseCommand } from "./release.js";
import { runCommand } from "./run-command.js";

const protos = (fields: string, more = ""): Record<string, string> => ({
  "acme/options.proto": acmeOptions,
  "acme/v1/book.proto": acmeFile(`
    // A book.
    message Book { ${fields} }
    ${more}
    service BookService { option (acme.api_service_name) = "b"; rpc Get(Book) returns (Book); }`),
});

const options = "package_name=@acme/books,session_name=Acme,strip_prefix=acme";
const template = `version: v2
plugins:
  - local: protoc-gen-stratus
    out: sdk
    opt:
      - package_name=@acme/books
      - package_json=sdk.package.json
`;

describe("comparing versions of an SDK", () => {
  let folder: string;
  let old: Readonly<Record<string, string>>;
  let added: Readonly<Record<string, string>>;
  let broken: Readonly<Record<string, string>>;
  let said = { out: "", error: "" };

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "diff-"));
    const sdk = async (texts: Record<string, string>) =>
      (await generateFrom(texts, { parameter: options })).files;
    old = await sdk(protos("string title = 1;"));
    added = await sdk(protos("string title = 1; string isbn = 2;"));
    broken = await sdk(protos("int64 title = 1;"));
    await put("old", old);
    await put("added", added);
    await put("broken", broken);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));
  beforeEach(() => {
    said = { out: "", error: "" };
  });

  const put = async (place: string, files: Readonly<Record<string, string>>): Promise<void> => {
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(folder, place, path)), { recursive: true });
      await writeFile(join(folder, place, path), text);
    }
  };
  const run = (command: Command, args: readonly string[], isColored = false): Promise<number> =>
    runCommand([command], [command.name, ...args], () => "1.0.0", {
      out: (text) => void (said.out += text),
      error: (text) => void (said.error += text),
      isColored,
    });
  const diff = (...args: readonly string[]): Promise<number> => run(diffCommand(), args);
  const at = (place: string): string => join(folder, place);
  const git = (cwd: string, ...args: readonly string[]): string =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b", ...args], {
      cwd,
      encoding: "utf8",
      stdio: "pipe",
    });

  it("says what changed, where, which step it is, and what to write instead", async () => {
    expect(await diff(at("old"), at("broken"))).toBe(0);
    expect(said.error).toBe("");
    expect(said.out).toContain("major: 1 breaking change.");
    expect(said.out).toContain(
      "  ~ `Book.title` changed from `string` to `bigint`.\n        acme/v1/book.proto, field acme.v1.Book.title\n",
    );
    expect(said.out).toContain("-> Write `4n` or `BigInt(value)`.");
  });

  it("says that nothing changed where nothing did", async () => {
    expect(await diff(at("old"), at("old"), "--fail-on", "patch")).toBe(0);
    expect(said.out).toContain("Nothing changed for users.");
  });

  it.each([
    ["broken", "major", 3],
    ["broken", "patch", 3],
    ["added", "major", 0],
    ["added", "minor", 3],
  ])("from old to %s with --fail-on %s ends with %i", async (after, step, code) => {
    expect(await diff(at("old"), at(after), "--fail-on", step)).toBe(code);
  });

  it("has colours where the terminal takes them, and says the same", async () => {
    await run(diffCommand(), [at("old"), at("broken")], true);
    const coloured = said.out;
    said.out = "";
    await diff(at("old"), at("broken"));
    expect(said.out).not.toContain("\u001b[");
    // oxlint-disable-next-line no-control-regex
    expect(coloured.replaceAll(/\u001b\[\d+m/g, "")).toBe(said.out);
    expect(coloured).toContain("\u001b[31mmajor\u001b[0m");
  });

  it("is Markdown for a changelog, and JSON for programs", async () => {
    await diff(at("old"), at("added"), "--format", "markdown");
    expect(said.out).toMatch(
      /^### New\n\nCode that writes the whole message.*:\n\n- `Book\.isbn` is new\.$/ms,
    );
    said.out = "";
    await diff(at("old"), at("added"), "--format", "json");
    expect(JSON.parse(said.out)).toMatchObject({
      step: "minor",
      changes: [
        { kind: "added", cause: "api", subject: "Book.isbn", place: { element: "field acme.v1.Book.isbn" } },
      ],
    });
  });

  it("names lines of protos that it is shown", async () => {
    await put("protos", protos("string title = 1;\n\n string isbn = 2;"));
    await diff(at("old"), at("added"), "--protos", at("protos"));
    expect(said.out).toContain("acme/v1/book.proto:8, field acme.v1.Book.isbn");
  });

  it("compares a state of git with the work tree, by the folder of the other side or another", async () => {
    await put("repository/sdk", old);
    git(at("repository"), "init", "--quiet", "--initial-branch", "main");
    git(at("repository"), "add", ".");
    git(at("repository"), "commit", "--quiet", "--message", "first");
    await put("repository/sdk", broken);
    const before = process.cwd();
    const inside = async (...args: readonly string[]): Promise<string> => {
      said = { out: "", error: "" };
      const lines = execFileSync(
        process.execPath,
        [fileURLToPath(new URL("../../../bin/stratus.js", import.meta.url)), "diff", ...args],
        {
          cwd: at("repository"),
          encoding: "utf8",
          stdio: "pipe",
        },
      );
      return lines;
    };
    expect(await inside("HEAD", "sdk")).toContain("`Book.title` changed from `string` to `bigint`");
    expect(await inside("main:sdk", "sdk")).toContain("(main:sdk) -> ");
    await put("repository", { "buf.gen.yaml": template });
    expect(await inside("HEAD")).toContain("major: 1 breaking change");
    expect(process.cwd()).toBe(before);
  });

  it("does not take a package of which it sees nothing for one that is the same", async () => {
    await put("blind", { "package.json": '{ "exports": {} }', "other.ts": "export const a = 1;" });
    expect(await diff(at("old"), at("blind"))).toBe(1);
    expect(said.error).toContain("blind has no entry point with types");
  });

  it("reads tarballs as npm packs them", async () => {
    const tarball = execFileSync(
      "npm",
      ["pack", at("added"), "--ignore-scripts", "--silent", "--pack-destination", folder],
      {
        encoding: "utf8",
      },
    ).trim();
    await diff(at("old"), join(folder, tarball));
    expect(said.out).toContain("`Book.isbn` is new.");
  });

  it.each([
    [[], 2, "[ARGUMENT_INVALID]"],
    [["a", "b", "c"], 2, "[ARGUMENT_INVALID]"],
    [["/nowhere", "/nowhere"], 1, "[VERSION_UNREADABLE]"],
    [["--upload-pack=x", "/tmp"], 2, "[OPTION_UNKNOWN]"],
    [["npm:../x", "/tmp"], 1, "[VERSION_UNREADABLE]"],
    [["a.tgz", "/tmp"], 1, "[VERSION_UNREADABLE]"],
    [["x", "y", "--format", "html"], 2, "[OPTION_INVALID]"],
    [["x", "y", "--fail-on", "never"], 2, "[OPTION_INVALID]"],
    [["--help"], 0, "--fail-on STEP"],
  ])("called with %j ends with %i", async (args, code, message) => {
    expect(await diff(...args)).toBe(code);
    expect(said.out + said.error).toContain(message);
  });

  describe("to release", () => {
    const release = (...args: readonly string[]): Promise<number> => run(releaseCommand(), args);
    const place = async (name: string, files: Readonly<Record<string, string>>): Promise<string> => {
      await put(name, files);
      return at(name);
    };
    const text = (path: string): Promise<string> => readFile(at(path), "utf8");

    it("proposes the version, writes its entry and the version, and touches nothing else", async () => {
      const sdk = await place("release", {
        ...broken,
        "CHANGELOG.md": "# Changelog\n\nOurs.\n\n## 0.1.0\n\n- First.\n",
      });
      expect(await release(at("old"), "--package", sdk, "--dry-run")).toBe(0);
      expect(said.out).toContain("0.1.0 -> 0.2.0 (major)");
      expect(said.out).toContain(`would write ${sdk}/package.json`);
      expect(await text("release/package.json")).toBe(broken["package.json"]);
      expect(await release(at("old"), "--package", sdk)).toBe(0);
      expect(await text("release/CHANGELOG.md")).toMatch(
        /^# Changelog\n\nOurs\.\n\n## 0\.2\.0 - \d{4}-\d\d-\d\d\n\n### Breaking\n\nCode that [^]*:\n\n- `Book\.title` changed from `string` to `bigint`\. .*\n\n## 0\.1\.0\n\n- First\.\n$/,
      );
      expect(await text("release/package.json")).toBe(
        broken["package.json"]?.replace('"version": "0.1.0"', '"version": "0.2.0"'),
      );
      for (const [path, before] of Object.entries(broken))
        if (path !== "package.json") expect(await text(`release/${path}`)).toBe(before);
    });

    it("writes nothing where the changelog has the version, and says so", async () => {
      const sdk = await place("again", { ...broken, "CHANGELOG.md": "## 0.2.0\n" });
      expect(await release(at("old"), "--package", sdk)).toBe(1);
      expect(said.error).toContain("CHANGELOG.md already has an entry for 0.2.0");
      expect(await text("again/package.json")).toBe(broken["package.json"]);
    });

    it("takes a greater step for rules that tighten if it is asked to", async () => {
      const ruled = async (field: string): Promise<Readonly<Record<string, string>>> => {
        const more = `extend google.protobuf.FieldOptions { repeated FieldBehavior field_behavior = 50002; }
          enum FieldBehavior { FIELD_BEHAVIOR_UNSPECIFIED = 0; REQUIRED = 1; }`;
        const { "acme/v1/book.proto": book = "", ...rest } = protos(`string title = 1; ${field}`, more);
        const imported = book.replace("import", 'import "google/protobuf/descriptor.proto";\nimport');
        const texts = { ...rest, "acme/v1/book.proto": imported };
        const { files } = await generateFrom(texts, { parameter: options });
        return { ...files, "package.json": (files["package.json"] ?? "").replace("0.1.0", "1.2.3") };
      };
      const lax = await place("lax", await ruled(""));
      const strict = await place("strict", await ruled("string isbn = 2 [(field_behavior) = REQUIRED];"));
      await release(lax, "--package", strict, "--dry-run");
      expect(said.out).toContain("1.2.3 -> 1.3.0 (minor)");
      said.out = "";
      await release(lax, "--package", strict, "--dry-run", "--rules", "major");
      expect(said.out).toContain("1.2.3 -> 2.0.0 (major)");
      expect(await release(lax, "--package", strict, "--rules", "none")).toBe(2);
      expect(said.error).toContain('--rules "none" is not one of major, minor');
    });

    it("takes another version, and has nothing to do where nothing changed", async () => {
      const sdk = await place("chosen", added);
      await release(at("old"), "--package", sdk, "--version", "1.0.0", "--date", "2030-01-31");
      expect(await text("chosen/CHANGELOG.md")).toContain("## 1.0.0 - 2030-01-31\n\n### New");
      said.out = "";
      expect(await release(at("old"), "--package", at("old"))).toBe(0);
      expect(said.out).toContain("there is nothing to release");
    });
  });
});
