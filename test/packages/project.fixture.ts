import { execFile, execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { packAlone } from "../pack-lock.fixture.js";
import { generateFrom } from "../../generator/src/plugin/request.fixture.js";

const here = fileURLToPath(new URL("./", import.meta.url));
const top = fileURLToPath(new URL("../../", import.meta.url));

/** The output of a command. */
export interface Output {
  readonly code: number;
  /** Standard output and standard error. */
  readonly text: string;
}

/** A project with the packed packages, and with the tools of others, in its `node_modules`. */
export interface Project {
  readonly path: string;
  /** Writes files by path, and removes those of the last call. */
  write(files: Readonly<Record<string, string | object>>): void;
  run(command: string, args: readonly string[], env?: Readonly<Record<string, string>>): Promise<Output>;
  remove(): void;
}

/** A package of messages alone, as the generator writes it. */
const messages = `syntax = "proto3";
package acme.v1;
message Note { string id = 1; int64 size = 2; int64 version = 3 [jstype = JS_STRING]; Kind kind = 4; map<string, Note> notes = 5; }
enum Kind { KIND_UNSPECIFIED = 0; KIND_LONG = 1; }
`;

/**
 * Packs every package of this repository, and installs the tarballs in a new project beside the tools of others.
 *
 * @param tools The folder whose `node_modules` has the tools.
 */
export async function openProject(tools = here): Promise<Project> {
  const path = mkdtempSync(join(tmpdir(), "stratus-project-"));
  const modules = join(path, "node_modules");
  // Links of files, because copies of half a gigabyte take long.
  execFileSync("cp", ["-al", join(tools, "node_modules"), modules]);
  const tarballs = join(path, "tarballs");
  const pack = join(top, "tools/pack-all.mjs");
  await packAlone(() => execFileSync(process.execPath, [pack, tarballs, "--no-checks"], { stdio: "pipe" }));
  for (const name of readdirSync(tarballs)) install(join(tarballs, name), modules);
  buildPackage(join(modules, "@acme/messages"), await generateMessages());
  const written = new Set<string>();
  return {
    path,
    write(files) {
      for (const one of written) rmSync(join(path, one), { recursive: true, force: true });
      written.clear();
      for (const [name, content] of Object.entries(files)) {
        mkdirSync(dirname(join(path, name)), { recursive: true });
        writeFileSync(join(path, name), typeof content === "string" ? content : JSON.stringify(content));
        written.add(name.split("/")[0] ?? name);
      }
    },
    run: (command, args, env = {}) =>
      new Promise((resolve) => {
        const options = {
          cwd: path,
          env: { ...process.env, NODE_OPTIONS: "", CI: "1", ...env },
          maxBuffer: 1 << 26,
        };
        execFile(command, args, options, (error, out, err) =>
          resolve({ code: error ? Number(error.code ?? 1) : 0, text: `${out}${err}`.trim() }),
        );
      }),
    remove: () => {
      if (!process.env["KEEP"]) rmSync(path, { recursive: true, force: true });
      else console.log("KEPT", path);
    },
  };
}

function install(tarball: string, modules: string): void {
  const work = mkdtempSync(join(tmpdir(), "stratus-tarball-"));
  execFileSync("tar", ["xzf", tarball, "-C", work]);
  const { name } = JSON.parse(readFileSync(join(work, "package/package.json"), "utf8")) as { name: string };
  mkdirSync(dirname(join(modules, name)), { recursive: true });
  cpSync(join(work, "package"), join(modules, name), { recursive: true });
  rmSync(work, { recursive: true });
}

async function generateMessages(): Promise<Readonly<Record<string, string>>> {
  const parameter = "package_name=@acme/messages,clients=false,json_types=true";
  const { files, error } = await generateFrom({ "acme/v1/note.proto": messages }, { parameter });
  if (error !== "") throw new Error(error);
  return files;
}

/** Writes a generated package into a folder below `node_modules`, and builds it as its users do. */
export function buildPackage(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  execFileSync(process.execPath, ["bundle.js"], { cwd: folder });
  execFileSync(process.execPath, [join(top, "generator/node_modules/typescript/bin/tsc"), "-p", "."], {
    cwd: folder,
  });
}
