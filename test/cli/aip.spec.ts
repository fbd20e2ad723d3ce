import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { libraryFiles } from "../../convention/src/aip/library.fixture.js";
import { compileProtos } from "../../generator/src/plugin/request.fixture.js";
import { type AipCommandLine, openAip } from "./aip.fixture.js";

let library: AipCommandLine;
const book = "shelves/s/books/b";
const onTerminal = { terminals: { in: true, out: true, err: true } };

beforeAll(async () => {
  library = await openAip(compileProtos(libraryFiles()));
  const made = await library.acme(
    "library library create-book --parent shelves/s --book-id b --title Emma --labels a=1 --labels b=2 --tags x",
  );
  expect(made.said).toBe("");
});
afterAll(() => library?.[Symbol.asyncDispose]());

const lastUpdate = (): unknown =>
  library.emulator.calls().findLast(({ method }) => method.endsWith("/UpdateBook"))?.message;

describe("a resource of an API that follows AIP", () => {
  it("is named by its place, or by --name", async () => {
    for (const which of [book, `--name ${book}`]) {
      const { code, out } = await library.acme(`library library get-book ${which} -o json`);
      expect({ code, title: JSON.parse(out).title }).toEqual({ code: 0, title: "Emma" });
    }
    expect((await library.acme("library library list-books --parent shelves/s")).out).toMatch(
      /^NAME .*\n.*books\/b/,
    );
    expect((await library.acme("library library list-books --parent shelves/s -o name")).out).toBe(
      `${book}\n`,
    );
  });

  it("is updated by what is named alone, under the smallest mask and the etag that was read", async () => {
    const { code, said } = await library.acme(
      `library library update-book ${book} --title Emma2 --labels c=3 --clear labels.a --clear tags`,
    );
    expect({ code, said }).toEqual({ code: 0, said: "" });
    expect(lastUpdate()).toMatchObject({
      updateMask: "title,labels.a,labels.c,tags",
      book: { title: "Emma2", etag: expect.stringMatching(/./) },
    });
    const read = JSON.parse((await library.acme(`library library get-book ${book} -o json`)).out);
    expect(read).toMatchObject({ title: "Emma2", labels: { b: "2", c: "3" } });
    expect(read.tags).toBeUndefined();
  });

  it("is shown by a dry run as the mask will make it, and nothing is sent", async () => {
    library.emulator.clearCalls();
    const line = `library library update-book ${book} --print.year 1815 --clear labels --dry-run`;
    const { out } = await library.acme(line);
    expect(out).toContain("updateMask: labels.b,labels.c,print\n");
    expect(out).toContain("+   year: 1815\n");
    expect(out).not.toContain("reset mask");
    const shown = JSON.parse((await library.acme(`${line} -o json`)).out);
    expect(shown.updateMask).toEqual(["labels.b", "labels.c", "print"]);
    expect(lastUpdate()).toBeUndefined();
    await library.acme(line.replace(" --dry-run", ""));
    const read = JSON.parse((await library.acme(`library library get-book ${book} -o json`)).out);
    expect({ ...read, etag: "", updateTime: "" }).toEqual({ ...shown.after, etag: "", updateTime: "" });
  });

  it("is shown by a dry run with the paths as they are sent, also those that JSON cannot carry", async () => {
    const line = `library library update-book ${book} --labels Env=prod --labels a_b=1 --labels k_1=2`;
    const { out, said } = await library.acme(`${line} --dry-run`);
    expect(said).not.toContain("error");
    expect(out).toContain("updateMask: labels.Env,labels.a_b,labels.k_1\n");
    const shown = JSON.parse((await library.acme(`${line} --dry-run -o json`)).out);
    expect(shown.request.updateMask).toBe("labels.Env,labels.a_b,labels.k_1");
  });

  it("is changed in an editor", async () => {
    const { said } = await library.acme(`library library edit ${book}`, {
      ...onTerminal,
      edit: async (text) => ({ text: text.replace("title: Emma2", "title: Persuasion"), file: "nowhere" }),
    });
    expect(said).not.toContain("error");
    expect(lastUpdate()).toMatchObject({ updateMask: "title", book: { title: "Persuasion" } });
  });

  it("shows itself before it is destroyed", async () => {
    const { code, said } = await library.acme(`library library delete-book ${book}`, {
      ...onTerminal,
      answers: ["n"],
    });
    expect(code).toBe(2);
    expect(said).toContain(`name: ${book}`);
    expect((await library.acme(`library library delete-book ${book}`)).said).toContain("--yes");
    const key = "--request-id 0b9b1c5e-6f0e-4f0a-9d6c-0d6f3c1e2a3b";
    const gone = await library.acme(`library library delete-book ${book} ${key} --yes`);
    expect(gone).toMatchObject({ code: 0, out: "", said: `Deleted ${book}.\n` });
  });

  it("is waited for", async () => {
    const made = await library.acme("library shelves create-shelf --shelf-id t --theme old");
    expect(made).toMatchObject({ code: 0, said: "" });
    const { out } = await library.acme("library shelves update-shelf shelves/t --theme new -o json");
    expect(JSON.parse(out)).toMatchObject({ name: "shelves/t", theme: "new" });
  });

  it("shows the progress that the metadata of its operation states while it is waited for", async () => {
    const { emulator, acme } = library;
    const operation = (done: boolean, percent: number) => ({
      name: "operations/1",
      done,
      metadata: {
        typeUrl: "type.googleapis.com/library.v1.ShelfProgress",
        value: Uint8Array.of(8, percent),
      },
    });
    await emulator.handleFrom("progress", () => {
      emulator.handle("Shelves/UpdateShelf", () => operation(false, 0));
      emulator.handle("Operations/GetOperation", () => operation(true, 40));
    });
    const { said } = await acme("library shelves update-shelf shelves/t --theme newer -o json");
    await emulator.handleFrom("progress", () => {});
    expect(said).toContain("operation operations/1 (40%)\n");
  });

  it("has its maps named as a whole for servers that take no entries", async () => {
    const line =
      "library library create-book --parent shelves/s --book-id c --title T --labels a=1 --labels b=2";
    expect((await library.acme(line)).code).toBe(0);
    await library.acme("library library update-book shelves/s/books/c --labels b=3 --whole-maps");
    expect(lastUpdate()).toMatchObject({ updateMask: "labels", book: { labels: { a: "1", b: "3" } } });
  });

  it("has help that says how it is updated", async () => {
    const { out } = await library.acme("library library update-book --help");
    expect(out).toMatch(/^acme library library update-book NAME \[--flags\]/);
    expect(out).toMatch(/--title TEXT[^]*--clear FIELD/);
    expect(out).not.toContain("--update-mask");
  });
});

describe("the credentials that a machine has", () => {
  it("are used if a flag, a variable or a login says so", async () => {
    const token = library.emulator.issueToken();
    const answer = JSON.stringify({
      access_token: token,
      expires_in: 3600,
      token_type: "Bearer",
      issued_token_type: "urn:ietf:params:oauth:token-type:access_token",
    });
    const server = createServer((_, response) => {
      response.writeHead(200, { "content-type": "application/json" });
      response.end(answer);
    });
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    const folder = await mkdtemp(join(tmpdir(), "adc-"));
    const workload = {
      type: "external_account",
      audience: "//iam.googleapis.com/projects/1/locations/global/workloadIdentityPools/p/providers/q",
      subject_token_type: "urn:ietf:params:oauth:token-type:jwt",
      token_url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/token`,
      credential_source: { file: join(folder, "jwt") },
    };
    await writeFile(join(folder, "jwt"), "jwt-1");
    await writeFile(join(folder, "credentials.json"), JSON.stringify(workload));
    vi.stubEnv("GOOGLE_APPLICATION_CREDENTIALS", join(folder, "credentials.json"));
    try {
      const list = "library library list-books --parent shelves/s";
      const env = { AIP_TOKEN: "" };
      const [flag, variable] = [
        await library.acme(`${list} --application-default`, { env }),
        await library.acme(list, { env: { ...env, AIP_APPLICATION_DEFAULT: "true" } }),
      ];
      await library.acme("login --application-default", { env });
      const profile = await library.acme(list, { env });
      await library.acme("logout", { env });
      expect([flag, variable, profile].map(({ code, said }) => [code, said])).toEqual([
        [0, ""],
        [0, ""],
        [0, ""],
      ]);
      expect((await library.acme(list, { env })).code).toBe(3);
    } finally {
      vi.unstubAllEnvs();
      server.close();
      await rm(folder, { recursive: true });
    }
  });
});

describe("apply of resources that follow AIP", () => {
  const shelf = { $resource: "library/shelves", name: "shelves/u", theme: "old" };
  const documents = [
    { $resource: "library/library", name: "shelves/u/books/x", title: "X", labels: { a: "1" }, isbn: "1" },
    shelf,
    {
      $resource: "library/library",
      name: "shelves/u/books/y",
      title: "Y",
      reader: { $ref: "library/shelves/u" },
    },
  ];
  const apply = (all: readonly object[], flags = "--yes") =>
    library.acme(`apply -f - ${flags}`.trim(), {
      stdin: all.map((one) => JSON.stringify(one)).join("\n---\n"),
    });
  const sent = (): readonly string[] =>
    library.emulator
      .calls()
      .flatMap(({ method }) => (/Create|Update/.test(method) ? [method.split("/")[1]!] : []));

  it("finds them by their names, and creates parents first", async () => {
    library.emulator.clearCalls();
    const ended = await apply(documents);
    expect(ended.code, ended.screen).toBe(0);
    expect(sent()).toEqual(["CreateShelf", "CreateBook", "CreateBook"]);
    const read = await library.acme("library library get-book shelves/u/books/y -o json");
    expect(JSON.parse(read.out)).toMatchObject({ title: "Y", reader: "shelves/u" });
    expect((await apply(documents)).screen).toContain("3 unchanged");
    expect(sent()).toHaveLength(3);
  });

  it("sends the mask of what differs, whatever version the document has", async () => {
    const changed = await apply([
      { ...documents[0], etag: "old", labels: { a: null, b: "2" }, tags: ["t"] },
      { ...shelf, theme: "new" },
    ]);
    expect(changed.code, changed.screen).toBe(0);
    expect(lastUpdate()).toMatchObject({ updateMask: "labels.a,labels.b,tags" });
    const read = await library.acme("library shelves get-shelf shelves/u -o json");
    expect(JSON.parse(read.out)).toMatchObject({ theme: "new" });
    const immutable = await apply([{ ...documents[0], isbn: "2" }]);
    expect(immutable).toMatchObject({ code: 2, said: expect.stringContaining("isbn cannot be changed") });
  });

  it("exports documents that change nothing", async () => {
    library.emulator.clearCalls();
    for (const line of [
      "library export --parent shelves/u",
      "library export shelves/u/books/x",
      "shelves export",
    ]) {
      const { out, said } = await library.acme(`library ${line}`);
      expect(said).toBe("");
      expect(out).not.toMatch(/etag|createTime|uid/);
      expect((await library.acme("apply -f -", { stdin: out })).screen).toContain("Nothing to change");
      expect((await library.acme("apply -f - --replace", { stdin: out })).screen).toContain(
        "Nothing to change",
      );
    }
    expect(sent()).toEqual([]);
  });
});
