import { messageType } from "../../fixture/message-type.fixture.js";
import {
  AnyType,
  openSession,
  StatusType,
  TextType,
  type Any,
  type Text,
} from "../../fixture/test-api.fixture.js";
import { TestClock } from "../../fixture/test-clock.fixture.js";
import { answering } from "../../fixture/test-transport.fixture.js";
import { packAny } from "../../messages/json/any.js";
import { connect } from "../../session/core/connect.js";
import type { SessionOptions } from "../../session/core/session-options.js";
import type { CallOptions } from "../chain/call-options.js";
import { defineMethod, defineService } from "../rpc/define-service.js";
import { wireNamedOperations, withTypes } from "./named-operation.js";

/** The operation of AIP-151 under names of its own, but for those of its fields. */
export interface Job {
  name: string;
  metadata?: Any | undefined;
  done: boolean;
  result?:
    | { $case: "error"; value: { code: number; message: string; details: Any[] } }
    | { $case: "response"; value: Any }
    | undefined;
}
export const JobType = messageType<Job>("acme.v1.Job", [
  [1, "name", "string"],
  [2, "metadata", AnyType],
  [3, "done", "bool"],
  [4, "error", StatusType, { oneof: "result" }],
  [5, "response", AnyType, { oneof: "result" }],
]);
const NameType = messageType<{ name: string }>("acme.v1.Name", [[1, "name", "string"]]);
export const NoteType = messageType<Text>("acme.v1.Note", [[1, "text", "string"]]);

const jobs = defineService("acme.v1.Jobs", { host: "jobs.example.com" });
export const books = defineService("acme.v1.Books", "books");
export const get = defineMethod(jobs, "GetOperation", "unary", NameType, JobType, { readOnly: true });
export const cancel = defineMethod(jobs, "CancelOperation", "unary", NameType, TextType);
export const print = defineMethod(books, "Print", "unary", TextType, JobType);

export const wiring = wireNamedOperations(
  () => get,
  (name) => ({ name }),
  { method: () => cancel, toRequest: (name) => ({ name }) },
);
export const typed = withTypes(wiring, TextType, NoteType);

type Answer = Partial<Job> | Error;

/** A server that starts a job, and shows it as this, time after time. */
export async function start(
  answers: readonly Answer[],
  options: SessionOptions = {},
  how = typed,
  callOptions: CallOptions = {},
) {
  const left = [...answers];
  const transport = answering(({ method }) => {
    if (method === cancel) return {};
    const next = left.length > 1 ? left.shift() : left[0];
    return next instanceof Error ? next : JobType.create({ name: "jobs/1", ...next });
  });
  const clock = new TestClock();
  const session = openSession({
    transport,
    clock,
    random: () => 0,
    credentials: { description: "t", fetchToken: async () => ({ token: "t" }) },
    ...options,
  });
  const operation = await connect(session, books).operation(print, how, {}, callOptions);
  return { operation, transport, clock };
}

export const response = (value: Any): Job["result"] => ({ $case: "response", value });
export const text = (value: string): Any => packAny(TextType, { text: value });
