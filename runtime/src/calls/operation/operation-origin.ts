import type { CallOptions } from "../chain/call-options.js";
import { CallError, type CallErrorInit } from "../error/call-error.js";
import { showMessage } from "../error/shown-message.js";
import type { ErrorCode } from "../error/status-code.js";
import type { Method } from "../rpc/service.js";
import { errorText } from "../../base/text/value-text.js";
import { type SharedTime, startCall } from "../client/call-start.js";
import type { OperationSource } from "./operation-end.js";
import type {
  OperationHandle,
  OperationOrigin,
  OperationReading,
  ReadingById,
  WaitOptions,
} from "./operation-handle.js";

/** Where an operation came from: the route of its client. */
export class RouteOrigin<Operation> implements OperationOrigin<Operation> {
  /** Not seen by programs. */
  readonly source: OperationSource<Operation>;
  readonly isUnchanged: boolean = false;

  constructor(source: OperationSource<Operation>) {
    this.source = source;
  }

  get wiring(): OperationReading<Operation> {
    return this.source.wiring;
  }

  async call(method: Method, request: unknown, options?: CallOptions, within?: SharedTime): Promise<unknown> {
    return (await startCall({ ...this.source.route, within }, method, request, options)).message;
  }

  async wait(operation: OperationHandle<Operation>, options: WaitOptions<Operation>): Promise<Operation> {
    return (await this.#loadEnd(operation)).waitForEnd(this, operation, options);
  }

  async readResource<Resource>(
    operation: OperationHandle<Operation>,
    reading: ReadingById<Resource>,
    options: WaitOptions<Operation>,
  ): Promise<Resource> {
    return (await this.#loadEnd(operation)).readResource(this, operation, reading, options);
  }

  refusal(
    code: ErrorCode,
    text: string,
    operationId: string,
    details: Partial<CallErrorInit> = {},
  ): CallError {
    const { route, method, requestId } = this.source;
    return new CallError({
      ...details,
      name: route.core.errorName,
      code,
      text,
      method,
      endpoint: route.endpoint.authority,
      operationId,
      requestId: details.requestId ?? requestId(),
    });
  }

  show(operation: Operation): unknown {
    const { route, wiring } = this.source;
    return showMessage(wiring.get.response, operation, route.core.wiring.serviceErrors);
  }

  /** Loaded with the first wait, which is after an answer, and which may be repeated. */
  async #loadEnd({ id }: OperationHandle<Operation>) {
    try {
      return await import("./operation-end.js");
    } catch (error) {
      const text = `the part of the program that waits for operations could not be loaded; the operation continues: ${errorText(error)}`;
      throw this.refusal("UNAVAILABLE", text, id, { clientReason: "MODULE_LOAD_FAILED" });
    }
  }
}
