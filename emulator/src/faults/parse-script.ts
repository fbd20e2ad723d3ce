import { isStatusCode } from "../errors/status-code.js";
import { requireKnownNames } from "../text/known-names.js";
import type { FaultStep } from "./fault-step.js";
import { EmulatorError } from "../text/emulator-error.js";

type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === "string";
const isTrue: Check = (value) => typeof value === "boolean";
const isNumber: Check = (value) => typeof value === "number" && Number.isFinite(value);
const isDelay: Check = (value) => isNumber(value) && Number(value) >= 0;
const isObject: Check = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const isCode: Check = (value) => typeof value === "string" && isStatusCode(value) && value !== "OK";
const isRetryType: Check = (value) => ["CALL", "UNIT_OF_WORK", "NOTHING"].includes(String(value));

/** The properties that an error may have. */
const errorChecks = {
  code: isCode,
  message: isText,
  kind: isText,
  fields: isObject,
  retryType: isRetryType,
};

/** The properties that a step may have. */
const stepChecks: Readonly<Record<keyof FaultStep, Check>> = {
  ...errorChecks,
  pass: isTrue,
  delayMs: isDelay,
  retryPushbackMs: isNumber,
  dropResponse: isTrue,
  failOperation: (value) => isObject(value) && "code" in (value as object),
};

/**
 * Validates the steps of a script, which may come from a file.
 *
 * @throws EmulatorError that names the method, the step and the problem
 */
export function checkSteps(method: string, steps: unknown): readonly FaultStep[] {
  if (!Array.isArray(steps))
    throw new EmulatorError(
      "OPTION_INVALID",
      `script of ${method}: must be a list of steps, or an object with answer or set`,
    );
  for (const [index, step] of (steps as unknown[]).entries()) {
    const place = `script of ${method}, step ${index}`;
    checkParts(step, stepChecks, place);
    const { failOperation } = step as FaultStep;
    if (failOperation !== undefined) checkParts(failOperation, errorChecks, `${place}: failOperation`);
  }
  return steps as readonly FaultStep[];
}

/** The content of a script file. */
export interface Script {
  /** The faults of the next calls, by method. */
  readonly faults: ReadonlyMap<string, readonly FaultStep[]>;
  /** The answers of scripted methods, by method. Their values are unchecked. */
  readonly methods: ReadonlyMap<string, object>;
}

/**
 * Reads the content of a script file: a list of steps for a method, `{"InstanceService/Create": [{"code": "UNAVAILABLE"}]}`, or what
 * it does each time, `{"InstanceService/Stop": {"set": {"status.state": "STOPPED"}}}`.
 *
 * @throws EmulatorError that describes the problem
 */
export function readScript(content: unknown): Script {
  if (!isObject(content))
    throw new EmulatorError(
      "OPTION_INVALID",
      "must be an object with a list of steps for each method, or an object with answer or set",
    );
  const faults = new Map<string, readonly FaultStep[]>();
  const methods = new Map<string, object>();
  for (const [method, own] of Object.entries(content as object) as [string, unknown][]) {
    if (isObject(own)) methods.set(method, own as object);
    else faults.set(method, checkSteps(method, own));
  }
  return { faults, methods };
}

function checkParts(value: unknown, checks: Readonly<Record<string, Check>>, place: string): void {
  if (!isObject(value)) throw new EmulatorError("OPTION_INVALID", `${place}: must be an object`);
  requireKnownNames(value as object, checks, place);
  for (const [name, part] of Object.entries(value as object) as [string, unknown][]) {
    if (part !== undefined && checks[name]?.(part) !== true)
      throw new EmulatorError("OPTION_INVALID", `${place}: ${name} cannot be ${JSON.stringify(part)}`);
  }
}
