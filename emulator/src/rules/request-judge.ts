/**
 * The room of rules: requests are held against what the API states about its values (docs/conventions.md,
 * section 9.2). The judge is `@bufbuild/protovalidate`, which shares no code with the clients that are tested.
 *
 * @module
 */
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { clone, createRegistry, type DescMessage, type Message } from "@bufbuild/protobuf";
import { reflect, type ReflectMessage } from "@bufbuild/protobuf/reflect";
import type { createValidator, Validator } from "@bufbuild/protovalidate";
import type { Api } from "../descriptors/api.js";
import { brokenRules } from "../errors/bad-request.js";
import { StatusError } from "../errors/status-error.js";
import { errorText, explained } from "../text/error-text.js";
import { ViolationWords } from "./violation-words.js";
import { EmulatorError } from "../text/emulator-error.js";

/**
 * The messages that are validated against the API's rules: every request as sent (`request`), the resulting resource
 * for Updates (`merged`), or none (`off`).
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
interface JudgePackage {
  readonly createValidator: typeof createValidator;
}

/** Finds and loads the package of the judge. */
export interface JudgeLoader {
  readonly isInstalled: () => boolean;
  readonly load: () => Promise<JudgePackage>;
}

/** The package of the judge. */
const peer = "@bufbuild/protovalidate";

const installed: JudgeLoader = {
  isInstalled: () => {
    const folders = createRequire(import.meta.url).resolve.paths(peer) ?? [];
    return folders.some((folder) => existsSync(join(folder, peer)));
  },
  load: () => import("@bufbuild/protovalidate"),
};

/**
 * The judge of an API's requests; undefined if there is nothing to judge: the API states no rules in `buf.validate`, or
 * `choice` is `off`. Without a choice it is undefined also if the judge is not installed.
 *
 * @throws an Error for a choice that there is not; with the command that installs the judge, if there is a choice and it
 *   is not installed
 */
export async function openJudge(
  api: Api,
  choice: Validation | undefined,
  { isInstalled, load }: JudgeLoader = installed,
): Promise<RequestJudge | undefined> {
  if (!/^(merged|request|off|undefined)$/.test(`${choice}`))
    throw new EmulatorError(
      "OPTION_INVALID",
      `validate: ${JSON.stringify(choice)} is not merged, request or off`,
    );
  if (choice === "off" || !statesRules(api)) return undefined;
  if (!isInstalled()) {
    if (choice === undefined) return undefined;
    throw new EmulatorError(
      "PACKAGE_MISSING",
      `validate: ${JSON.stringify(choice)} needs the package ${peer}: ${installJudge}`,
    );
  }
  const extensions = [...api.registry].filter(({ kind }) => kind === "extension" || kind === "message");
  const { createValidator: makeValidator } = await explained(
    "PACKAGE_MISSING",
    `validate: the package ${peer} cannot be loaded`,
    load,
  );
  const validator = makeValidator({
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
