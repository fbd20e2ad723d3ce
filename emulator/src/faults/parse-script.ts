import { isStatusCode } from "../errors/status-code.js";
import type { FaultStep } from "./fault-step.js";

type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === "string";
const isTrue: Check = (value) => typeof value === "boolean";
const isNumber: Check = (value) => typeof value === "number" && Number.isFinite(value);
const isDelay: Check = (value) => isNumber(value) && Number(value) >= 0;
const isObject: Check = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const isCode: Check = (value) => typeof value === "string" && isStatusCode(value) && value !== "OK";
const isRetryType: Check = (value) => ["CALL", "UNIT_OF_WORK", "NOTHING"].includes(String(value));

/** What an error may say. */
const errorChecks: Readonly<Record<string, Check>> = {
  code: isCode,
  message: isText,
  kind: isText,
  fields: isObject,
  retryType: isRetryType,
};

/** What a step may say. */
const stepChecks: Readonly<Record<string, Check>> = {
  ...errorChecks,
  pass: isTrue,
  delayMs: isDelay,
  retryPushbackMs: isNumber,
  dropReply: isTrue,
  failOperation: (value) =>
    isObject(value) && findWrong(value as object, errorChecks) === undefined && "code" in (value as object),
};

/**
 * Checks the steps of a script, which may come from a file.
 *
 * @throws an Error that names the method, the step and what is wrong with it
 */
export function checkSteps(method: string, steps: unknown): readonly FaultStep[] {
  if (!Array.isArray(steps)) throw new Error(`script of ${method}: a list of steps is needed`);
  for (const [index, step] of (steps as unknown[]).entries()) {
    const place = `script of ${method}, step ${index}`;
    if (!isObject(step)) throw new Error(`${place}: an object is needed`);
    const wrong = findWrong(step as object, stepChecks);
    if (wrong !== undefined) throw new Error(`${place}: ${wrong}`);
  }
  return steps as readonly FaultStep[];
}

/**
 * Reads a script in JSON: `{"InstanceService/Create": [{"code": "UNAVAILABLE"}]}`.
 *
 * @throws an Error that says what is wrong
 */
export function parseScript(text: string): ReadonlyMap<string, readonly FaultStep[]> {
  const content: unknown = JSON.parse(text);
  if (!isObject(content)) throw new Error("a script is an object: steps by method");
  return new Map(
    Object.entries(content as object).map(([method, steps]) => [method, checkSteps(method, steps)]),
  );
}

function findWrong(value: object, checks: Readonly<Record<string, Check>>): string | undefined {
  for (const [name, part] of Object.entries(value) as [string, unknown][]) {
    if (!Object.hasOwn(checks, name)) {
      return `${JSON.stringify(name)} is not known; there are ${Object.keys(checks).join(", ")}`;
    }
    if (part !== undefined && checks[name]?.(part) !== true)
      return `${name} cannot be ${JSON.stringify(part)}`;
  }
  return undefined;
}
