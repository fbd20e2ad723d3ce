import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { buildCorpus, type Corpus, corpusLarge, generatedBy, plugins, top } from "./corpus.js";
import { selectPart } from "./corpus-part.js";
import type { Row } from "./report.js";
import { compare, type Contestant } from "./slices.js";
import { compilerOptions } from "./type-check.js";

const tsserver = join(top, "bench/peers/node_modules/typescript/lib/tsserver.js");

/** The open file of the editor. It calls a service of the first part of the corpus. */
const program = `import { Google } from "./sdk/index.js";
import { AccessApprovalClient } from "./sdk/google/cloud/accessapproval/v1/index.js";
const approvals = new AccessApprovalClient(new Google());
approvals.
`;

/** The first completion of an editor in a project with the SDK of a whole platform, and of a tenth of it. */
export async function editorRows(): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), "stratus-bench-"));
  try {
    const whole = await buildCorpus(corpusLarge, folder);
    const contestants = [
      await contest("a tenth", selectPart(whole, 1 / 10), folder),
      await contest("stratus", whole, folder),
    ];
    const topic = `an editor's first completion, SDK of ${whole.names.length.toLocaleString("en-US")} protos`;
    return await compare(topic, "ms CPU", contestants, { warmUp: 1, measured: 7, seconds: 10 });
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function contest(name: string, corpus: Corpus, scratch: string): Promise<Contestant> {
  // A part of the platform imports files that are left out on purpose.
  const parameter = `${plugins.stratus.parameter},partial=allow`;
  const { files, project } = await generatedBy({ ...plugins.stratus, name, parameter }, corpus, scratch);
  for (const file of files) {
    const path = join(project, "sdk", file.name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, file.content);
  }
  await symlink(join(top, "node_modules"), join(project, "node_modules"));
  await writeFile(join(project, "package.json"), JSON.stringify({ type: "module" }));
  await writeFile(join(project, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["program.ts"] }));
  const path = join(project, "program.ts");
  await writeFile(path, program);
  return { name, slice: () => firstCompletion(path) };
}

/** CPU time of a language server from its start to its first answer, in milliseconds. */
async function firstCompletion(file: string): Promise<number> {
  const child = spawn(process.execPath, [tsserver, "--disableAutomaticTypingAcquisition"], {
    stdio: ["pipe", "pipe", "ignore"],
  });
  const ended = once(child, "exit");
  const lines = program.split("\n");
  const at = { line: lines.length - 1, offset: (lines.at(-2)?.length ?? 0) + 1 };
  const requests = [
    { seq: 1, type: "request", command: "open", arguments: { file } },
    { seq: 2, type: "request", command: "completionInfo", arguments: { file, ...at } },
  ];
  child.stdin.write(requests.map((request) => `${JSON.stringify(request)}\n`).join(""));
  let found: readonly { readonly name: string }[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    if (!line.startsWith("{")) continue;
    const answer = JSON.parse(line) as CompletionAnswer;
    if (answer.request_seq !== 2) continue;
    found = answer.body?.entries ?? [];
    break;
  }
  const milliseconds = await readCpuMilliseconds(child.pid);
  child.kill();
  await ended;
  if (!found.some(({ name }) => name === "listApprovalRequests"))
    throw new Error(`the editor proposes ${found.length} names, and not the methods of the client`);
  return milliseconds;
}

/** The response to `completionInfo`. */
interface CompletionAnswer {
  readonly request_seq?: number;
  readonly body?: { readonly entries: readonly { readonly name: string }[] };
}

/** User and system time of a process by Linux, which counts in hundredths of a second. */
async function readCpuMilliseconds(pid: number | undefined): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8");
  const [user = 0, system = 0] = stat
    .slice(stat.lastIndexOf(")") + 2)
    .split(" ")
    .slice(11, 13)
    .map(Number);
  return (user + system) * 10;
}
