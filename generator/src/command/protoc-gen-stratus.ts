import { optionTable } from "../plugin/option-table.js";
import { readGeneratorPackage } from "../kit/generator-package.js";
import type { ErrorCode } from "../error-codes.js";
import { describeError } from "./process/error-report.js";
import { chooseHeapFlag } from "./process/large-request.js";

/** Returns the text of `--help`. */
function help(): string {
  const width = Math.max(...optionTable.map(({ name }) => name.length));
  const rows = optionTable.map(({ name, default: value, help: text }) => {
    const more = value === undefined ? "" : ` (default ${value})`;
    return `  ${name.padEnd(width)}  ${text}${more}`;
  });
  return [
    "protoc-gen-stratus: a buf plugin that turns the proto files of a cloud-style gRPC API into a TypeScript SDK.",
    "",
    "Name it in buf.gen.yaml and run `npx buf generate`:",
    "",
    "  version: v2",
    "  plugins:",
    "    - local: protoc-gen-stratus",
    "      out: src/gen",
    "      strategy: all",
    "      opt: [session_name=Cloud]",
    "",
    "Options (opt):",
    "",
    ...rows,
    "",
  ].join("\n");
}

async function main(args: readonly string[]): Promise<void> {
  const [first] = args;
  if (first === "--version") return write(process.stdout, `${readGeneratorPackage().version}\n`);
  if (first === "--help" || first === "-h") return write(process.stdout, help());
  if (first !== undefined) {
    process.exitCode = 1;
    return write(
      process.stderr,
      `Unknown argument ${JSON.stringify(first)}. Try --help or --version. [${"ARGUMENT_INVALID" satisfies ErrorCode}]\n`,
    );
  }
  if (process.stdin.isTTY) {
    process.exitCode = 1;
    return write(
      process.stderr,
      `This is a buf plugin, which reads a request from stdin. Run it with \`buf generate\`. [${"REQUEST_INVALID" satisfies ErrorCode}]\n\n${help()}`,
    );
  }
  const { run } = await import("../plugin/plugin.js");
  const request = await readAll();
  const flag = chooseHeapFlag(request.length);
  // Few runs need this module, so it is loaded here.
  if (flag !== undefined) (await import("node:v8")).setFlagsFromString(flag);
  await write(process.stdout, await run(request, warn));
}

function warn(note: string): void {
  process.stderr.write(`protoc-gen-stratus: ${note}\n`);
}

/** Reads the request from stdin. */
async function readAll(): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Uint8Array);
  return Buffer.concat(chunks);
}

/** Waits until all data is written, because a pipe accepts it in pieces. */
function write(stream: NodeJS.WriteStream, data: string | Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.write(data, (error) => (error ? reject(error) : resolve()));
  });
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`protoc-gen-stratus: ${describeError(error)}\n`);
  process.exitCode = 1;
}
