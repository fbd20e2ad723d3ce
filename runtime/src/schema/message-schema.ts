import { findViolations } from "../check/find-violations.js";
import { type MessagePlan, planOf } from "../check/plan.js";
import { violationOf } from "../check/rule-text.js";
import { fromJson } from "../json/from-json.js";
import { fill } from "../table/fill.js";
import { MessageError } from "../table/message-error.js";
import type { MessageInit } from "../table/message-init.js";
import type { MessageTable } from "../table/table.js";
import { systemClock } from "../time/clock.js";
import { inputPath, reachedPath } from "./input-path.js";
import { jsonSchemaOf } from "./json-schema.js";
import type { MessageSchema, SchemaOptions, SchemaResult } from "./schema.js";

/** The schema of a message type, its rules loaded. */
export async function makeSchema<T>(
  type: MessageTable<T>,
  form: NonNullable<SchemaOptions["input"]>,
): Promise<MessageSchema<unknown, T>> {
  const plan = type.rules && (await planOf(type, type.rules));
  return {
    "~standard": {
      version: 1,
      vendor: "stratus",
      validate: (value) => validate(type, plan, value, form),
      jsonSchema: {
        input({ target }) {
          if (form === "json") return jsonSchemaOf(type, plan, target);
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
  let message: T;
  try {
    message = form === "json" ? fromJson<T>(type, input) : fill<T>(type, input as MessageInit<T>);
  } catch (error) {
    if (!(error instanceof MessageError)) throw error;
    const path = form === "json" ? error.path : reachedPath(error.path, input);
    return { issues: [{ message: error.problem, path }] };
  }
  if (!plan) return { value: message };
  const found = findViolations(plan, message, { mask: undefined, nowMs: systemClock.epochMs() });
  if (found.length === 0) return { value: message };
  return {
    issues: found.map(violationOf).map(({ path, text }) => ({
      message: text,
      path: inputPath(type, path, input, form),
    })),
  };
}
