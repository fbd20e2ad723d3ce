import {
  createRegistry,
  type DescField,
  type DescFile,
  type DescMessage,
  fromBinary,
  getOption,
  type Registry,
} from "@bufbuild/protobuf";
import { isReflectMessage, pathToString, reflect } from "@bufbuild/protobuf/reflect";
import { createValidator, type Violation as Judged } from "@bufbuild/protovalidate";
import {
  field as fieldOption,
  FieldRulesSchema,
} from "@bufbuild/protovalidate/gen/buf/validate/validate_pb.js";
import { createCustomOptions, toPortablePattern, readAnnotations } from "@stratus/convention";
import { check, type MessageTable } from "@stratus/runtime";
import { cel } from "@stratus/runtime/cel";
import type { Codec, Plain } from "../oracle/codecs.fixture.js";

/** The judge: protovalidate, which looks at the same bytes. */
export interface Judge {
  /** The rules that a message does not keep, those left to the server aside: `path rule`. Undefined if it cannot tell. */
  judge(message: DescMessage, bytes: Uint8Array): readonly string[] | undefined;
  /** All rules that a message does not keep, CEL too; undefined if the judge cannot tell. */
  judgeAll(message: DescMessage, bytes: Uint8Array): readonly string[] | undefined;
  /** The rules in CEL that a message does not keep; undefined if the judge cannot tell. */
  judgeCel(message: DescMessage, bytes: Uint8Array): readonly string[] | undefined;
  /** Whether `field_behavior` alone requires the field at a path, of which the judge knows nothing. */
  isBeyond(message: DescMessage, path: string): boolean;
}

/** Makes the judge of the messages of some files. */
export function createRequestValidator(files: readonly DescFile[]): Judge {
  const validator = createValidator({ registry: registryOf(files), legacyRequired: true });
  const verdict = (desc: DescMessage, bytes: Uint8Array): readonly Judged[] | undefined => {
    const { kind, violations } = validator.validate(desc, fromBinary(desc, bytes));
    return kind === "error" ? undefined : (violations ?? []);
  };
  const told = ({ field, ruleId }: Judged): string => `${pathToString(field)} ${ruleId}`;
  const annotations = readAnnotations(createCustomOptions(files));
  return {
    isBeyond(desc, path) {
      let [message, field]: [DescMessage | undefined, DescField | undefined] = [desc, undefined];
      // A key may hold anything, dots and brackets too.
      for (const name of path.replaceAll(/\[(?:"(?:[^"\\]|\\.)*"|[^\]]*)\]/g, "").split(".")) {
        field = message?.fields.find((one) => one.name === name);
        message = field?.message;
      }
      return field !== undefined && annotations.field(field).requiredBy.join() === "field_behavior";
    },
    judge: (desc, bytes) =>
      verdict(desc, bytes)
        ?.filter((one) => !isLeft(one))
        .map(told)
        .sort(),
    judgeCel: (desc, bytes) => verdict(desc, bytes)?.filter(isCel).map(told).sort(),
    judgeAll: (desc, bytes) => verdict(desc, bytes)?.map(told),
  };
}

function registryOf(files: readonly DescFile[]): Registry {
  return createRegistry(...files.flatMap(({ extensions, messages }) => [...extensions, ...messages]));
}

/** Rules of messages that are not in CEL. */
const ofMessages: ReadonlySet<string> = new Set(["required", "legacy_required", "message.oneof"]);

/** The rule is one that clients leave to the server: CEL, patterns that may mean something else to them. */
function isLeft({ rule, ruleId, field }: Judged): boolean {
  if (rule.length === 0) return !ofMessages.has(ruleId);
  const names = rule.map((part) => (part.kind === "field" ? part.name : part.kind));
  if (names.some((name) => name === "cel" || name === "cel_expression" || name === "extension")) return true;
  if (ruleId === "bytes.pattern") return true;
  if (ruleId === "string.pattern") return toPortablePattern(patternOf(rule, field)) === undefined;
  const last = field.at(-1);
  return ruleId === "repeated.unique" && last?.kind === "field" && last.message !== undefined;
}

/** The rule is one that the API states in CEL. */
function isCel({ rule, ruleId }: Judged): boolean {
  if (rule.length === 0) return !ofMessages.has(ruleId);
  return rule.some((part) => part.kind === "field" && /^cel(?:_expression)?$/.test(part.name));
}

/** The pattern that a violation is about, as the proto of its field has it. */
function patternOf(rule: Judged["rule"], field: Judged["field"]): string {
  const own = field.findLast((part) => part.kind === "field");
  let at: unknown = own && reflect(FieldRulesSchema, getOption(own, fieldOption));
  for (const part of rule) {
    if (part.kind === "field" && isReflectMessage(at)) at = at.get(part);
  }
  return String(at);
}

/** The rules in CEL that our adapter finds broken in the same bytes. */
export async function ownCelFindings(codec: Codec, bytes: Uint8Array): Promise<readonly string[]> {
  const type = codec as Codec & MessageTable<Plain>;
  const found = await check(type, type.decode(bytes), { cel });
  return found
    .filter(({ rule }) => rule.startsWith("cel:"))
    .map(({ path, rule }) => `${path} ${rule.slice("cel:".length)}`)
    .sort();
}

/** What our checks find in the same bytes. */
export async function ownFindings(codec: Codec, bytes: Uint8Array): Promise<readonly string[]> {
  // The codec of a message is its type, table and rules included.
  const type = codec as Codec & MessageTable<Plain>;
  const found = await check(type, type.decode(bytes));
  return found.map(({ path, rule }) => `${path} ${rule}`).sort();
}
