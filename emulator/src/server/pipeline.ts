/** Processes calls: endpoint, headers, faults, idempotency, and the encoding of responses and errors. */
import { fromBinary, type Message, toBinary } from "@bufbuild/protobuf";
import { reflect, type ReflectMessage } from "@bufbuild/protobuf/reflect";
import type { Cloud } from "../cloud.js";
import type { ApiMethod } from "../descriptors/api.js";
import type { StatusError } from "../errors/status-error.js";
import type { FaultStep } from "../faults/fault-step.js";
import { describeStep, type Faults } from "../faults/faults.js";
import { readKind } from "../faults/fault-step.js";
import { answerStream, answerUnary } from "../handlers/run-handler.js";
import type { Handler } from "../handlers/handler.js";
import { findMissingRequired } from "../messages/required-fields.js";
import { defaultAnswer, defaultAnswerHeaders, defaultAnswers } from "../methods/default-answer.js";
import { dispatch, createUnimplementedError } from "../methods/dispatch.js";
import type { Invocation, Reply } from "../methods/invocation.js";
import type { RecordedCall } from "../calls/call-log.js";
import type { AttemptRecorder } from "./attempt-recorder.js";
import { repliedResource, requestedMask, requestedResource, requestKey } from "./request-facts.js";
import { type Addressing, findEndpoint } from "./authority.js";
import { fingerprint, type IdempotencyKeys, type ReportEffect } from "./idempotency.js";
import { type IncomingCall, readHeaders } from "./incoming-call.js";
import { createCanceledError } from "./requests.js";
import { asStatusError, CallFailure, toWireError } from "./wire-error.js";
import { refusalReason, RefusedCall } from "../errors/refused-call.js";

/** The dependencies of the pipeline. */
export interface PipelineParts {
  readonly cloud: Cloud;
  readonly addressing: Addressing;
  /** The handlers that users added, by `package.Service/Method`. */
  readonly handlers: ReadonlyMap<string, Handler>;
  /** Methods that neither the API nor a handler determines answer with default values. */
  readonly answersDefaults: boolean;
  readonly faults: Faults;
  readonly keys: IdempotencyKeys;
  readonly attemptRecorder: AttemptRecorder;
  /** Saves changes. A reply is sent only after its changes are saved. */
  readonly state: StatePersistence;
}

/** The functions that the pipeline needs to save changes. */
export interface StatePersistence {
  /** Returns a marker of the current time for `persist`. */
  readonly mark: () => number;
  /**
   * Resolves when every change so far is saved, or immediately if there is no state file.
   *
   * @param since a marker that was taken before the changes to save. Needed only if that was before the last turn of the event loop
   * @throws EmulatorError if the changes could not be saved; they are then undone
   */
  readonly persist: (since?: number) => Promise<void>;
}

/** Processes a call: decodes it, matches its endpoint, authenticates it, applies a fault if one is due, and answers it. */
export class Pipeline {
  readonly #parts: PipelineParts;

  constructor(parts: PipelineParts) {
    this.#parts = parts;
  }

  /** Returns the headers that mark the response of the method if it is made of default values. */
  headersOf(method: ApiMethod): Readonly<Record<string, string>> {
    return this.#isDefault(method) ? defaultAnswerHeaders : {};
  }

  #isDefault({ name, role }: ApiMethod): boolean {
    const { answersDefaults, handlers, cloud } = this.#parts;
    return answersDefaults && role.kind === "unknown" && !handlers.has(name) && !cloud.aip.methods.has(name);
  }

  /** Answers a call of the method. Throws only CallFailure. */
  async *respond(method: ApiMethod, incoming: IncomingCall): AsyncGenerator<Uint8Array> {
    const { cloud, attemptRecorder } = this.#parts;
    const attempt = attemptRecorder.findAttempt(method.name, incoming);
    let step: FaultStep | undefined;
    try {
      const requests = this.#decode(method, incoming.requests, attempt);
      const first = clientStreams(method) ? undefined : (await requests.next()).value;
      const admitted = this.#admit(method, incoming, attempt);
      attempt.isDefault = this.#isDefault(method);
      const { scenarios } = cloud;
      step =
        scenarios.overload(admitted.account, admitted.nowMs) ??
        this.#parts.faults.next(method.name, scenarios.faultRate);
      attempt.fault = step === undefined ? undefined : describeStep(step);
      const call = await this.#applyFault(admitted, step);
      if (method.desc.methodKind === "unary" && first !== undefined) {
        yield await this.#answerUnary(call, first, attempt, step);
      } else {
        yield* this.#answerStream(call, first, requests, attempt, step);
      }
      attempt.code = "OK";
    } catch (error) {
      const status = incoming.signal.aborted
        ? createCanceledError()
        : asStatusError(error, incoming.requestId);
      attempt.code = status.code;
      attempt.reason = refusalReason(status);
      attempt.error = status.message;
      const from = {
        endpoint: method.service.endpoint ?? "",
        method: method.name,
        retryPushbackMs: step?.retryPushbackMs,
      };
      throw new CallFailure(toWireError(status, cloud.errors, from));
    } finally {
      // The consumer stops early only if the client canceled the call.
      attempt.code ??= "CANCELLED";
      attemptRecorder.end(attempt, incoming.attemptId);
    }
  }

  async *#decode(
    method: ApiMethod,
    requests: AsyncIterable<Uint8Array>,
    attempt: RecordedCall,
  ): AsyncGenerator<ReflectMessage, undefined> {
    const { desc } = method;
    for await (const bytes of requests) {
      let message: ReflectMessage;
      try {
        message = reflect(desc.input, fromBinary(desc.input, bytes));
      } catch {
        throw new RefusedCall(
          "REQUEST_INVALID",
          "INTERNAL",
          `the request is not an encoded ${desc.input.typeName}`,
        );
      }
      const missing = findMissingRequired(message);
      if (missing !== undefined) {
        const text = `the request is not a complete ${desc.input.typeName}: the required field ${missing} is missing`;
        throw new RefusedCall("REQUEST_INVALID", "INVALID_ARGUMENT", text);
      }
      const { attemptRecorder, cloud } = this.#parts;
      attempt.resource ||= requestedResource(cloud, method, message);
      attemptRecorder.recordRequest(attempt, () => cloud.secrets.record(desc.input, message.message));
      yield message;
    }
    return undefined;
  }

  #admit(method: ApiMethod, incoming: IncomingCall, attempt: RecordedCall): Invocation {
    const { cloud, addressing } = this.#parts;
    const endpoint = findEndpoint(cloud.api, method.service, incoming.authority, addressing);
    const headers = readHeaders(incoming.metadata);
    const nowMs = cloud.now();
    const needsAccount = method.role.kind !== "tokenExchange" && cloud.api.kind !== "grpc";
    const grant = needsAccount
      ? cloud.tokens.authenticate(headers.get("authorization") ?? [], nowMs)
      : undefined;
    attempt.account = grant?.subject;
    cloud.policy.requirePermission(method, { account: grant?.subject ?? "", role: grant?.role });
    return {
      method,
      endpoint,
      account: grant?.subject ?? "",
      role: grant?.role,
      nowMs,
      deadline: incoming.deadline,
      headers,
      operationFailure: undefined,
      signal: incoming.signal,
      reportEffect: () => {},
    };
  }

  async #applyFault(call: Invocation, step: FaultStep | undefined): Promise<Invocation> {
    if (step === undefined) return call;
    const { cloud } = this.#parts;
    if (step.delayMs !== undefined) await cloud.settings.clock.sleep(step.delayMs, call.signal);
    if (step.code !== undefined) {
      throw new RefusedCall("FAULT_SCRIPTED", step.code, step.message ?? "scripted fault", readKind(step));
    }
    const failure = step.failOperation;
    return {
      ...call,
      nowMs: cloud.now(),
      operationFailure:
        failure === undefined
          ? undefined
          : { code: failure.code, message: failure.message ?? "scripted fault", kind: readKind(failure) },
    };
  }

  async #answerUnary(
    call: Invocation,
    request: ReflectMessage,
    attempt: RecordedCall,
    step: FaultStep | undefined,
  ): Promise<Uint8Array> {
    const { cloud, keys, handlers, state } = this.#parts;
    const handler = handlers.get(call.method.name);
    attempt.mask = requestedMask(cloud, call, request);
    this.#validateRules(call, request);
    // A handler may change something long before it ends.
    let firstEffect: number | undefined;
    const run = (note: ReportEffect): Promise<Reply> => {
      if (attempt.isDefault)
        return Promise.resolve({ kind: "message", message: defaultAnswer(call.method.desc) });
      if (handler === undefined) return dispatch(cloud, call, request);
      const reportEffect: ReportEffect = (reply) => {
        firstEffect ??= state.mark();
        note(reply);
      };
      return answerUnary(cloud, { ...call, reportEffect }, request, handler);
    };
    const { idempotencyKey, resetMask } = cloud.settings.headers;
    const key = call.headers.get(idempotencyKey.toLowerCase()) ?? requestKey(cloud, call, request);
    let reply: Reply;
    if (key === undefined || call.method.isReadOnly || call.method.role.kind === "tokenExchange") {
      reply = await run(call.reportEffect);
    } else {
      const print = fingerprint(
        call.method.name,
        toBinary(request.desc, request.message),
        call.headers.get(resetMask.toLowerCase()) ?? [],
      );
      const keyed = { key: key.join(","), scope: call.account, fingerprint: print, nowMs: call.nowMs };
      const outcome = await keys.run(keyed, run);
      attempt.isReplay = outcome.isReplay;
      reply = outcome.reply;
    }
    if (!call.method.isReadOnly) await state.persist(firstEffect);
    if (step?.dropResponse === true) throw createLostResponseError();
    const { output } = call.method.desc;
    const message = this.#render(call, reply);
    attempt.resource =
      repliedResource(cloud, call, reply, () => reflect(output, message, false)) ?? attempt.resource;
    return toBinary(output, message);
  }

  /** Validates a request. Updates may be validated later, when the resulting resource is known. */
  #validateRules({ method }: Invocation, { desc, message }: ReflectMessage): void {
    const { validator } = this.#parts.cloud.settings;
    if (validator && !(validator.isMerged && method.role.kind === "update"))
      validator.validate(desc, message);
  }

  async *#validated(
    call: Invocation,
    requests: AsyncIterable<ReflectMessage>,
  ): AsyncGenerator<ReflectMessage, undefined> {
    for await (const request of requests) {
      this.#validateRules(call, request);
      yield request;
    }
    return undefined;
  }

  #render({ method }: Invocation, reply: Reply): Message {
    const { cloud } = this.#parts;
    if (reply.kind === "message") return reply.message;
    const record = cloud.operations.get(reply.id);
    if (record === undefined) {
      throw new RefusedCall(
        "RESOURCE_NOT_FOUND",
        "NOT_FOUND",
        `operation ${reply.id} was deleted under the retention policy`,
      );
    }
    return cloud.operationRenderer.render(record, method.desc.output, cloud.now());
  }

  async *#answerStream(
    call: Invocation,
    first: ReflectMessage | undefined,
    requests: AsyncIterable<ReflectMessage>,
    attempt: RecordedCall,
    step: FaultStep | undefined,
  ): AsyncGenerator<Uint8Array> {
    const { cloud, handlers } = this.#parts;
    const handler = handlers.get(call.method.name);
    if (handler === undefined && !attempt.isDefault) throw createUnimplementedError(call.method.name);
    const { output } = call.method.desc;
    if (first !== undefined) this.#validateRules(call, first);
    const validated = first ?? this.#validated(call, requests);
    const answers = handler
      ? answerStream(cloud, call, validated, handler)
      : defaultAnswers(call.method.desc, validated);
    for await (const message of answers) {
      yield toBinary(output, message);
      if (step?.dropResponse === true) throw createLostResponseError();
    }
  }
}

function clientStreams({ desc }: ApiMethod): boolean {
  return desc.methodKind === "client_streaming" || desc.methodKind === "bidi_streaming";
}

function createLostResponseError(): StatusError {
  return new RefusedCall("FAULT_SCRIPTED", "UNAVAILABLE", "scripted fault: the response was lost");
}
