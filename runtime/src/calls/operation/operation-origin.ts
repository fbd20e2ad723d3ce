import type { CallOptions } from "../chain/call-options.js";
import { CallError, type CallErrorInit } from "../error/call-error.js";
import { showMessage } from "../error/shown-message.js";
import type { ErrorCode } from "../error/status-code.js";
import type { Method } from "../rpc/service.js";
import { errorText } from "../../base/text/value-text.js";
import { type SharedTime, startCall } from "../client/call-start.js";
import type { OperationSource } from "./operation-result.js";
import type {
  OperationHandle,
  OperationOrigin,
  OperationReader,
  GetById,
  WaitOptions,
} from "./operation-handle.js";

/** The origin of an operation that a client has started or read. */
export class RouteOrigin<Operation> implements OperationOrigin<Operation> {
  /** Not visible to programs. */
  readonly source: OperationSource<Operation>;
  readonly isUnchanged: boolean = false;

  constructor(source: OperationSource<Operation>) {
    this.source = source;
  }

  get wiring(): OperationReader<Operation> {
    return this.source.wiring;
  }

  async call(
    method: Method,
    request: unknown,
    options: CallOptions = {},
    within?: SharedTime,
  ): Promise<unknown> {
    const { route, metadata } = this.source;
    const own = metadata === undefined || options.metadata !== undefined ? options : { ...options, metadata };
    return (await startCall({ ...route, within }, method, request, own)).message;
  }

  async wait(operation: OperationHandle<Operation>, options: WaitOptions<Operation>): Promise<Operation> {
    return (await this.#loadResult(operation)).waitUntilDone(this, operation, options);
  }

  async readResource<Resource>(
    operation: OperationHandle<Operation>,
    reading: GetById<Resource>,
    options: WaitOptions<Operation>,
  ): Promise<Resource> {
    return (await this.#loadResult(operation)).readResource(this, operation, reading, options);
  }

  createError(
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

  /** Loads the code for waiting on first use, when an operation is already running. */
  async #loadResult({ id }: OperationHandle<Operation>) {
    try {
      return await import("./operation-result.js");
    } catch (error) {
      const text = `the module that waits for operations could not be loaded; the operation continues: ${errorText(error)}`;
      throw this.createError("UNAVAILABLE", text, id, { clientReason: "MODULE_LOAD_FAILED" });
    }
  }
}
