/**
 * The room of rules: requests are held against what the API states about its values (docs/conventions.md,
 * section 9.2). The judge is `@bufbuild/protovalidate`, which shares no code with the clients that are tested.
 *
 * @module
 */
import { clone, createRegistry, type DescMessage, type Message } from "@bufbuild/protobuf";
import { reflect, type ReflectMessage } from "@bufbuild/protobuf/reflect";
import type { createValidator, Validator } from "@bufbuild/protovalidate";
import type { Api } from "../descriptors/api.js";
import { brokenRules } from "../errors/bad-request.js";
import { StatusError } from "../errors/status-error.js";
import { errorText } from "../text/error-text.js";
import { ViolationWords } from "./violation-words.js";

/**
 * Which messages are held against the rules of the API: every request as it was sent; of Updates the resource that they
 * make instead; or none.
 */
export type Validation = "request" | "merged" | "off";

/** Holds requests against the rules of an API. */
export class RequestJudge {
  readonly #validator: Validator;
  readonly #words: ViolationWords;
  /** Updates are judged by the resource that they make. */
  readonly isMerged: boolean;

  constructor(validator: Validator, api: Api, isMerged: boolean) {
    this.#validator = validator;
    this.#words = new ViolationWords(api);
    this.isMerged = isMerged;
  }

  /**
   * Judges a request.
   *
   * @throws INVALID_ARGUMENT with all rules that it breaks; INTERNAL if the rules themselves are broken
   */
  expect(desc: DescMessage, message: Message): void {
    const { kind, violations, error } = this.#validator.validate(desc, message);
    if (kind === "valid") return;
    if (kind === "invalid") throw brokenRules(violations.map((one) => this.#words.of(one)));
    throw new StatusError(
      "INTERNAL",
      `the rules of ${desc.typeName} cannot be checked: ${errorText(error)}; validate: "off" leaves them out`,
    );
  }

  /** Judges an Update as if it had carried all that the resource has after it. */
  expectMerged(request: ReflectMessage, resource: ReflectMessage): void {
    const merged = reflect(request.desc, clone(request.desc, request.message));
    for (const field of resource.fields) {
      const own = merged.fields.find(({ name }) => name === field.name);
      if (own?.message === undefined || own.message !== field.message || own.fieldKind !== "message")
        continue;
      if (resource.isSet(field)) merged.set(own, resource.get(field));
      else merged.clear(own);
    }
    this.expect(request.desc, merged.message);
  }
}

/** The part of the package that is used. */
interface JudgeMaker {
  readonly createValidator: typeof createValidator;
}

/** The package of the judge. */
const peer = "@bufbuild/protovalidate";

/**
 * The judge of an API's requests; undefined if there is nothing to judge: the API states no rules in `buf.validate`, or
 * `choice` is `off`. Without a choice it is undefined also if the judge is not installed.
 *
 * @param load loads the judge
 * @throws an Error for a choice that there is not; with the command that installs the judge, if there is a choice and it
 *   is not installed
 */
export async function openJudge(
  api: Api,
  choice: Validation | undefined,
  load: () => Promise<JudgeMaker> = () => import("@bufbuild/protovalidate"),
): Promise<RequestJudge | undefined> {
  if (!/^(merged|request|off|undefined)$/.test(`${choice}`))
    throw new Error(`validate: ${JSON.stringify(choice)} is not merged, request or off`);
  if (choice === "off" || !statesRules(api)) return undefined;
  let library: JudgeMaker;
  try {
    library = await load();
  } catch (error) {
    if (!isMissing(error)) throw error;
    if (choice === undefined) return undefined;
    throw new Error(`validate: ${JSON.stringify(choice)} needs the package ${peer}: ${installJudge}`, {
      cause: error,
    });
  }
  const extensions = [...api.registry].filter(({ kind }) => kind === "extension" || kind === "message");
  const validator = library.createValidator({
    registry: createRegistry(...extensions),
    legacyRequired: true,
  });
  return new RequestJudge(validator, api, choice !== "request");
}

/** The command that installs the judge. */
export const installJudge = `npm install --save-dev ${peer}@^1.3.0`;

/** Whether an API brings the options of `buf.validate`. */
export function statesRules({ registry }: Api): boolean {
  return registry.getExtension("buf.validate.field") !== undefined;
}

function isMissing(error: unknown): boolean {
  if (!(error instanceof Error) || !("code" in error)) return false;
  return error.code === "ERR_MODULE_NOT_FOUND" && error.message.includes(peer);
}
