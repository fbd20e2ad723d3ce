/** Verdicts on a step of a history, held against judges that share nothing with them. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DescOneof, FileRegistry } from "@bufbuild/protobuf";
import type { Change } from "../../generator/src/versions/change.js";
import { listElements } from "./uses/affected-elements.fixture.js";
import { buf, type Version } from "./history.fixture.js";

/** Two that differ, of one verdict. */
export interface Difference {
  readonly judge: "compiler" | "protobuf-es" | "buf";
  readonly what: string;
}

/** What was compared, and what came of it. */
export interface Agreement {
  readonly verdicts: number;
  readonly uncertain: number;
  readonly held: Readonly<Record<Difference["judge"], number>>;
  readonly differences: readonly Difference[];
}

/** What the compiler says of a program of the old version, by the elements of its lines. */
export interface Complaint {
  /** The file and the line. */
  readonly line: string;
  readonly elements: readonly string[];
  readonly text: string;
}

/** A step, and the API before it. */
export interface Step {
  readonly registry: FileRegistry;
  readonly before: Version;
  readonly after: Version;
  /** The elements that the program uses. Helpers for names of resources are not among them. */
  readonly used: ReadonlySet<string>;
  /** The messages that the program creates without any field. */
  readonly empty: ReadonlySet<string>;
}

/** Holds the changes of a step against the judges. */
export function held(
  changes: readonly Change[],
  complaints: readonly Complaint[],
  otherwise: ReadonlySet<string>,
  step: Step,
): Agreement {
  const breaking = changes.filter(({ isBreaking }) => isBreaking);
  const told = new Set(
    // A second case of a oneof is minor although programs break that do not check the case.
    [...breaking, ...changes.filter(({ isSecondCase }) => isSecondCase === true)].flatMap((change) => [
      ...listElements(change),
      ...coveredBy(change, step.registry),
    ]),
  );
  const differences: Difference[] = [];
  const count = { compiler: 0, "protobuf-es": 0, buf: 0 };
  const judge = (by: Difference["judge"], isHeld: boolean, what: string): void => {
    count[by]++;
    if (!isHeld) differences.push({ judge: by, what });
  };
  const isTold = (elements: readonly string[]): boolean =>
    elements.some((one) => told.has(one) || isWithin(one, breaking));
  for (const { elements, text } of complaints)
    judge("compiler", isTold(elements), `not told: ${elements[0] ?? ""}: ${text}`);
  const isUsed = (change: Change): boolean =>
    // Only a message without the field shows that it is required.
    change.isNewlyRequired
      ? listElements(change).some((own) => step.empty.has(own))
      : listElements(change).some((own) => [...step.used].some((one) => one === own || isMember(one, own)));
  const uncompiled = breaking.filter(({ reasons }) => reasons.some((one) => /compile|Imports/.test(one)));
  for (const change of uncompiled.filter(isUsed))
    judge(
      "compiler",
      complaints.some(({ elements }) =>
        listElements(change).some((own) =>
          elements.some((one) => one === own || one.startsWith(`${own}.`) || isMember(one, own)),
        ),
      ),
      `compiles: ${change.sentences.join(". ")}`,
    );
  for (const one of otherwise) {
    const element = one.replace(/ (?:bytes|json)$/, "");
    judge("protobuf-es", isTold([element, ...enumOf(element, step.registry)]), `not told: ${one}`);
  }
  for (const change of changes.filter(({ reasons }) =>
    reasons.some((one) => /Bytes that were|Values that only|JSON that was written with/.test(one)),
  ))
    judge(
      "protobuf-es",
      listElements(change).some((one) => otherwise.has(`${one} bytes`) || otherwise.has(`${one} json`)),
      `is read: ${change.sentences.join(". ")}`,
    );
  for (const text of breakingByBuf(step))
    judge(
      "buf",
      // Another message with the same fields is told, and breaks nobody.
      (text.startsWith("RPC_SAME_") ? changes : breaking).some((change) =>
        isAbout(text, change, step.registry),
      ),
      `not told: ${text}`,
    );
  return {
    verdicts: changes.length,
    uncertain: changes.filter(({ isCertain }) => !isCertain).length,
    held: count,
    differences,
  };
}

/** The enum of a field, whose values are told of it and not of each field. */
function enumOf(element: string, registry: FileRegistry): readonly string[] {
  const [, message = "", name = ""] = /^field (.*)\.(\w+)$/.exec(element) ?? [];
  const field = registry.getMessage(message)?.fields.find((one) => one.name === name);
  return field?.enum ? [`enum ${field.enum.typeName}`] : [];
}

/** The messages of methods that are gone or take others go with them. */
function coveredBy(change: Change, registry: FileRegistry): readonly string[] {
  const [kind, name = ""] = change.place?.element.split(" ") ?? [];
  const service = registry.getService(kind === "rpc" ? name.slice(0, name.lastIndexOf(".")) : name);
  const methods = service?.methods.filter(
    (one) => kind === "service" || `${service.typeName}.${one.name}` === name,
  );
  return (
    methods?.flatMap(({ input, output }) => [`message ${input.typeName}`, `message ${output.typeName}`]) ?? []
  );
}

/** A member of what is gone or renamed as a whole goes with it. */
function isWithin(element: string, breaking: readonly Change[]): boolean {
  const name = element.slice(element.indexOf(" ") + 1);
  return breaking.some((change) => {
    if (change.role === "entry") return true;
    const own = change.place?.element ?? "";
    return (
      /^(?:message|service|enum) /.test(own) && `${name}.`.startsWith(`${own.slice(own.indexOf(" ") + 1)}.`)
    );
  });
}

function isMember(element: string, owner: string): boolean {
  const [name, own] = [element, owner].map((one) => one.slice(one.indexOf(" ") + 1));
  return `${name ?? ""}.`.startsWith(`${own ?? ""}.`);
}

/** Whether buf's words are about what a change is about: they name it, or what stands in its place, without its package. */
function isAbout(text: string, { place, subject, role, sentences }: Change, registry: FileRegistry): boolean {
  if (role === "entry") return true;
  const plain = (one: string): string => one.replaceAll(/[_$]/g, "").toLowerCase();
  const last = (one: string): string => plain(one.split(/[ .]/).at(-1) ?? "");
  const named = [...text.matchAll(/"([^"]+)"/g)].map(([, one = ""]) => last(one));
  const own = [
    place?.element ?? subject,
    ...sentences.flatMap((one) => [...one.matchAll(/`([\w.]+)`/g)].map(([, name = ""]) => name)),
    // The cases of a oneof that is gone are gone with it.
    ...(oneofOf(place?.element ?? "", registry)?.fields.map(({ name }) => name) ?? []),
  ];
  // Of a value buf says the number and the enum.
  if (text.startsWith("ENUM_VALUE") && role === "value")
    own.push((place?.element ?? "").replace(/\.\w+$/, ""));
  return (
    own.some((one) => named.includes(last(one))) || (place !== undefined && text.includes(`"${place.file}"`))
  );
}

/** The oneof of an element such as `oneof acme.v1.Disk.source`. */
function oneofOf(element: string, registry: FileRegistry): DescOneof | undefined {
  const [, message = "", name = ""] = /^oneof (.*)\.(\w+)$/.exec(element) ?? [];
  return registry.getMessage(message)?.oneofs.find((one) => one.name === name);
}

/** Rules of buf that judge otherwise, and why. */
const reasons: Readonly<Record<string, string>> = {
  RPC_SAME_IDEMPOTENCY_LEVEL: "an SDK repeats a call more or less often after a failure; no byte is another",
  FIELD_SAME_NAME:
    "a field with the same name in JSON only has another spelling in protos; FIELD_SAME_JSON_NAME finds the others",
  RESERVED_ENUM_NO_DELETE: "a reserved name or number that comes back is told as a new value",
  RESERVED_MESSAGE_NO_DELETE: "what is reserved no more breaks nobody; a field that takes it is told as new",
};

function breakingByBuf({ before, after }: Step): readonly string[] {
  const folder = mkdtempSync(join(tmpdir(), "stratus-buf-"));
  try {
    const [old, now] = [join(folder, "old.binpb"), join(folder, "new.binpb")];
    writeFileSync(old, before.image);
    writeFileSync(now, after.image);
    const config = JSON.stringify({ version: "v2", breaking: { use: ["WIRE_JSON"] } });
    const args = ["breaking", now, "--against", old, "--config", config, "--error-format", "json"];
    try {
      execFileSync(buf, args, { cwd: folder, maxBuffer: 1 << 28, stdio: ["ignore", "pipe", "pipe"] });
      return [];
    } catch (error) {
      const { status, stdout, stderr } = error as { status?: number; stdout?: Buffer; stderr?: Buffer };
      if (status !== 100) throw new Error(`buf breaking: ${String(stderr)}`, { cause: error });
      const lines = String(stdout).trim().split("\n");
      return lines.flatMap((line): string[] => {
        const {
          path = "",
          type,
          message,
        } = JSON.parse(line) as { path?: string; type: string; message: string };
        if (reasons[type] !== undefined) return [];
        return path === "" || after.own.includes(path) || before.own.includes(path)
          ? [`${type}: ${message}`]
          : [];
      });
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
