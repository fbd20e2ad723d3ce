/**
 * Validates requests against the API's validation rules (docs/conventions.md, section 9.2) with `@bufbuild/protovalidate`, which
 * shares no code with the clients that are tested.
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
import { createViolationError } from "../errors/violation-error.js";
import { StatusError } from "../errors/status-error.js";
import { errorText, explained } from "../text/error-text.js";
import { ViolationDescriber } from "./describe-violation.js";
import { EmulatorError } from "../text/emulator-error.js";
import type { RequestValidation, Validation } from "./validation.js";

/** Validates requests against the rules of an API. */
export class RequestValidator implements RequestValidation {
  readonly #validator: Validator;
  readonly #describer: ViolationDescriber;
  /** Whether Updates are validated with the values of the resulting resource. */
  readonly isMerged: boolean;

  constructor(validator: Validator, api: Api, isMerged: boolean) {
    this.#validator = validator;
    this.#describer = new ViolationDescriber(api);
    this.isMerged = isMerged;
  }

  /**
   * Validates a request.
   *
   * @throws INVALID_ARGUMENT with all violations; INTERNAL if a rule cannot be evaluated
   */
  validate(desc: DescMessage, message: Message): void {
    const { kind, violations, error } = this.#validator.validate(desc, message);
    if (kind === "valid") return;
    if (kind === "invalid")
      throw createViolationError(violations.map((one) => this.#describer.describe(one)));
    throw new StatusError(
      "INTERNAL",
      `the rules of ${desc.typeName} cannot be checked: ${errorText(error)}; validate: "off" disables them`,
    );
  }

  /** Validates an Update as if it contained all fields of the resulting resource. */
  validateMerged(request: ReflectMessage, resource: ReflectMessage): void {
    const merged = reflect(request.desc, clone(request.desc, request.message));
    for (const field of resource.fields) {
      const own = merged.fields.find(({ name }) => name === field.name);
      if (own?.message === undefined || own.message !== field.message || own.fieldKind !== "message")
        continue;
      if (resource.isSet(field)) merged.set(own, resource.get(field));
      else merged.clear(own);
    }
    this.validate(request.desc, merged.message);
  }
}

/** The part of protovalidate that is used. */
interface ValidatorPackage {
  readonly createValidator: typeof createValidator;
}

/** Finds and loads protovalidate. */
export interface ValidatorLoader {
  readonly isInstalled: () => boolean;
  readonly load: () => Promise<ValidatorPackage>;
}

const peer = "@bufbuild/protovalidate";

const installed: ValidatorLoader = {
  isInstalled: () => {
    const folders = createRequire(import.meta.url).resolve.paths(peer) ?? [];
    return folders.some((folder) => existsSync(join(folder, peer)));
  },
  load: () => import("@bufbuild/protovalidate"),
};

/**
 * Creates the validator of an API's requests. Returns undefined if the API does not use `buf.validate`, if `choice` is `off`, or if
 * there is no choice and protovalidate is not installed.
 *
 * @throws EmulatorError for an invalid choice, or if there is a choice and protovalidate is not installed
 */
export async function createRequestValidator(
  api: Api,
  choice: Validation | undefined,
  { isInstalled, load }: ValidatorLoader = installed,
): Promise<RequestValidator | undefined> {
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
      `validate: ${JSON.stringify(choice)} needs the package ${peer}: ${installValidator}`,
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
  return new RequestValidator(validator, api, choice !== "request");
}

/** The command that installs protovalidate. */
export const installValidator = `npm install --save-dev ${peer}@^1.3.0`;

/** Whether an API imports the options of `buf.validate`. */
export function statesRules({ registry }: Api): boolean {
  return registry.getExtension("buf.validate.field") !== undefined;
}
