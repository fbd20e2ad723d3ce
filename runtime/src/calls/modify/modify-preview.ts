import type { IncomingResponse } from "../chain/interceptor.js";
import type { JsonValue } from "../../messages/json/json-types.js";
import { copyable } from "../chain/stream-response.js";
import { showMessage } from "../error/shown-message.js";
import type { Mask } from "../../messages/mask/index.js";
import { applyUpdate } from "../../messages/mask/rules/apply-update.js";
import type { MessageTable } from "../../messages/table/table.js";
import type { Route } from "../client/call-start.js";
import { refusedCall } from "../client/refused-call.js";
import { makeChange, type Modification, readResource } from "./read-change.js";

/** The tables of what a preview holds. */
interface PreviewTables {
  readonly request: MessageTable;
  readonly resource: MessageTable;
}

/**
 * The preview of a `modify`, as plain data: what it would send, and what the resource would be. Printed, as JSON or by
 * Node, it shows no secret.
 */
export class ModifyPreview<Request, Resource> {
  /** Whether nothing is to be changed, so that nothing would be sent. */
  readonly isUnchanged: boolean;
  /** The request that would be sent, with the version that was read. */
  readonly request: Request;
  /** The reset mask that would be sent with it; an empty one is left out. */
  readonly resetMask: Mask;
  /** The resource as it was read. */
  readonly before: Resource;
  /** The resource as the rules of an Update make it; what the server alone writes is as it was. */
  readonly after: Resource;
  readonly #tables: PreviewTables;

  constructor(
    parts: Pick<
      ModifyPreview<Request, Resource>,
      "isUnchanged" | "request" | "resetMask" | "before" | "after"
    >,
    tables: PreviewTables,
  ) {
    this.isUnchanged = parts.isUnchanged;
    this.request = parts.request;
    this.resetMask = parts.resetMask;
    this.before = parts.before;
    this.after = parts.after;
    this.#tables = tables;
  }

  /** The preview for logs, without secrets, and shortened where it is long; the mask is its text. */
  toJSON(): { readonly [name: string]: JsonValue } {
    const { request, resource } = this.#tables;
    return {
      isUnchanged: this.isUnchanged,
      request: showMessage(request, this.request),
      resetMask: this.resetMask.toString(),
      before: showMessage(resource, this.before),
      after: showMessage(resource, this.after),
    };
  }

  /** Shows the same if Node prints the object. */
  [Symbol.for("nodejs.util.inspect.custom")](): string {
    return `ModifyPreview ${JSON.stringify(this.toJSON(), undefined, 2)}`;
  }
}

/** Reads a resource, lets the callback change it, and finds out what would be sent and what would become of it. */
export async function previewModify(route: Route, modification: Modification): Promise<IncomingResponse> {
  const { get, update } = modification;
  const read = await readResource(route, modification);
  const { isUnchanged, request, resetMask } = await makeChange(route, modification, read);
  const tables = { request: update.request, resource: get.response };
  const { reply, before } = read;
  try {
    const rules = { requestTable: update.request, neverNull: ["metadata", "spec"] };
    const after = applyUpdate(get.response as MessageTable<object>, before, request, resetMask, rules);
    return {
      ...copyable(reply),
      message: new ModifyPreview({ isUnchanged, request, resetMask, before, after }, tables),
    };
  } catch (error) {
    throw refusedCall(route, update, error);
  }
}
