import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const top = fileURLToPath(new URL("../../../../", import.meta.url));
const bin = join(top, "node_modules", ".bin");

/** Where a source tree of protobuf has the protos of the suite, and the names under which they import each other. */
const protos: Readonly<Record<string, string>> = {
  "conformance/conformance.proto": "conformance/conformance.proto",
  "src/google/protobuf/test_messages_proto2.proto": "google/protobuf/test_messages_proto2.proto",
  "src/google/protobuf/test_messages_proto3.proto": "google/protobuf/test_messages_proto3.proto",
  "conformance/test_protos/test_messages_edition2023.proto":
    "conformance/test_protos/test_messages_edition2023.proto",
  "conformance/test_protos/test_messages_edition_unstable.proto":
    "conformance/test_protos/test_messages_edition_unstable.proto",
  "editions/golden/test_messages_proto2_editions.proto":
    "editions/golden/test_messages_proto2_editions.proto",
  "editions/golden/test_messages_proto3_editions.proto":
    "editions/golden/test_messages_proto3_editions.proto",
};

/** An SDK has a service; the suite's protos have none. */
const service = `syntax = "proto3";
package conformance;
import "conformance/conformance.proto";
service ConformanceService {
  rpc Run(ConformanceRequest) returns (ConformanceResponse);
}
`;

/**
 * Generates and compiles the messages of the suite with our plugin: the folder has `dist`, and the descriptors
 * as `image.binpb`.
 */
export function stage(source: string, folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  for (const [from, to] of Object.entries(protos)) copyProto(join(source, from), join(folder, "protos", to));
  write(folder, "protos/conformance/service.proto", service);
  write(folder, "package.json", JSON.stringify({ type: "module" }));
  write(folder, "buf.yaml", JSON.stringify({ version: "v2", modules: [{ path: "protos" }] }));
  const plugin = {
    local: join(bin, "protoc-gen-stratus"),
    out: "src",
    strategy: "all",
    opt: "",
  };
  write(folder, "buf.gen.yaml", JSON.stringify({ version: "v2", plugins: [plugin] }));
  write(folder, "tsconfig.json", JSON.stringify({ compilerOptions, include: ["src"] }));
  symlinkSync(join(top, "node_modules"), join(folder, "node_modules"));
  run(folder, join(bin, "buf"), "build", "--output", "image.binpb");
  run(folder, join(bin, "buf"), "generate", "--include-imports");
  run(folder, join(bin, "tsc"), "-p", ".");
}

const compilerOptions = {
  target: "es2023",
  lib: ["es2023", "esnext.disposable"],
  module: "nodenext",
  types: [],
  strict: true,
  skipLibCheck: true,
  rootDir: "src",
  outDir: "dist",
};

/** Copies a proto, if the source tree has it: those before editions have fewer. */
function copyProto(from: string, to: string): void {
  if (!existsSync(from)) return;
  mkdirSync(dirname(to), { recursive: true });
  cpSync(from, to);
  const text = readFileSync(to, "utf8");
  // The newest edition of a development tree has no number yet, and no compiler outside the tree takes it.
  // What the suite does with its messages means the same in the newest edition that has one.
  writeFileSync(to, text.replace('edition = "UNSTABLE";', 'edition = "2024";'));
}

function write(folder: string, path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

function run(cwd: string, command: string, ...args: readonly string[]): void {
  execFileSync(command, args, { cwd, stdio: ["ignore", "inherit", "inherit"] });
}
