import { findViolations } from "../check/find-violations.js";
import { type MessagePlan, loadPlan } from "../check/plan.js";
import { toViolation } from "../check/rule-text.js";
import { maxViolations } from "../check/violation.js";
import { readJson } from "../json/from-json.js";
import { fill } from "../table/fill.js";
import { MessageError } from "../table/message-error.js";
import type { MessageInit } from "../table/message-init.js";
import type { MessageTable } from "../table/table.js";
import { systemClock } from "../../base/time/clock.js";
import { inputPath, reachedPath } from "./input-path.js";
import { createJsonSchema } from "./json-schema.js";
import type { MessageSchema, SchemaOptions, SchemaResult } from "./schema.js";

/** The schema of a message type, its rules loaded. */
export async function makeSchema<T>(
  type: MessageTable<T>,
  form: NonNullable<SchemaOptions["input"]>,
): Promise<MessageSchema<unknown, T>> {
  const plan = type.rules && (await loadPlan(type));
  return {
    "~standard": {
      version: 1,
      vendor: "stratus",
      validate: (value) => validate(type, plan, value, form),
      jsonSchema: {
        input({ target }) {
          if (form === "json") return createJsonSchema(type, plan, target);
          throw new Error(
            `inputs of this schema are messages, which JSON Schema cannot describe: use schemaOf(${type.typeName})`,
          );
        },
        output() {
          throw new Error(
            `outputs of this schema are messages, which JSON Schema cannot describe: describe the JSON that is read, by input`,
          );
        },
      },
    },
  };
}

function validate<T>(
  type: MessageTable<T>,
  plan: MessagePlan | undefined,
  input: unknown,
  form: NonNullable<SchemaOptions["input"]>,
): SchemaResult<T> {
  const { message, errors } = form === "json" ? readJson(type, input) : fillInput(type, input);
  const unread = errors.map(({ path, problem }) => ({
    message: problem,
    path: form === "json" ? path : reachedPath(path, input),
  }));
  const found =
    plan && message !== undefined
      ? findViolations(plan, message, { mask: undefined, nowMs: systemClock.epochMs() })
      : [];
  // The reader makes what the table describes, and the table is T's.
  if (errors.length + found.length === 0) return { value: message as T };
  const broken = found
    .map(toViolation)
    .map(({ path, text }) => ({ message: text, path: inputPath(type, path, input, form) }))
    .filter(({ path }) => !unread.some((other) => isWithin(path, other.path) || isWithin(other.path, path)));
  return { issues: [...unread, ...broken].slice(0, maxViolations) };
}

/** The message that an input is, or the error of what it cannot be. */
function fillInput<T>(
  type: MessageTable<T>,
  input: unknown,
): { readonly message: unknown; readonly errors: readonly MessageError[] } {
  try {
    return { message: fill<T>(type, input as MessageInit<T>), errors: [] };
  } catch (error) {
    if (!(error instanceof MessageError)) throw error;
    return { message: undefined, errors: [error] };
  }
}

/** Whether a place is another or inside it. Rules are not asked of what was not read, nor of what lacks it. */
function isWithin(path: readonly (string | number)[], other: readonly (string | number)[]): boolean {
  return other.every((step, index) => path[index] === step);
}
