import { execFileSync } from "node:child_process";
import { createHash, randomUUID } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** Proto files by name. */
export type Protos = Readonly<Record<string, string>>;

const modules = fileURLToPath(new URL("../../node_modules/", import.meta.url));

/** The compiler itself where npm put it, since its wrapper takes longer to start than it to compile. */
const buf = [`@bufbuild/buf-${process.platform}-${process.arch}/bin/buf`, ".bin/buf"]
  .map((path) => join(modules, path))
  .find((path) => existsSync(path));

/** The images of earlier runs. `npm ci`, which may bring another buf, removes them. */
const stored = join(modules, ".cache/stratus/proto-images");

const version = readFileSync(join(modules, "@bufbuild/buf/package.json"), "utf8");

const built = new Map<string, Uint8Array>();

/**
 * Compiles protos with buf, which adds google/protobuf, and returns a serialized FileDescriptorSet. The same texts are
 * compiled once: a process of buf takes longer than most of the tests that need an image.
 */
export function buildImage(protos: Protos): Uint8Array {
  const key = createHash("sha256").update(version).update(JSON.stringify(protos)).digest("hex");
  const path = join(stored, key);
  const image = built.get(key) ?? (existsSync(path) ? readFileSync(path) : compile(protos, path));
  built.set(key, image);
  return image;
}

function compile(protos: Protos, path: string): Uint8Array {
  const folder = mkdtempSync(join(tmpdir(), "stratus-protos-"));
  try {
    for (const [name, text] of Object.entries(protos)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
    const args = ["build", folder, "--as-file-descriptor-set", "-o", "-"];
    const image = execFileSync(buf ?? "buf", args, { maxBuffer: 1 << 28 });
    mkdirSync(stored, { recursive: true });
    // Renamed when it is complete, since several workers may compile the same.
    const written = `${path}.${randomUUID()}`;
    writeFileSync(written, image);
    renameSync(written, path);
    return image;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
