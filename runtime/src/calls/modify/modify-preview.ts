import type { IncomingResponse } from "../chain/interceptor.js";
import type { JsonValue } from "../../messages/json/json-types.js";
import { copyable } from "../chain/stream-response.js";
import { showMessage } from "../error/shown-message.js";
import type { Mask } from "../../messages/mask/index.js";
import { applyUpdate } from "../../messages/mask/rules/apply-update.js";
import type { MessageTable } from "../../messages/table/table.js";
import type { Route } from "../client/call-start.js";
import { toCallStartError } from "../client/call-start-error.js";
import { changeResource, deriveWrite, type Modification, readResource } from "./modify-steps.js";

/** The tables of the messages in a preview. */
interface PreviewTables {
  readonly request: MessageTable;
  readonly resource: MessageTable;
}

/**
 * The preview of a `modify`: the request that it would send, and the resource that would result. `JSON.stringify` and Node
 * print it without secrets.
 */
export class ModifyPreview<Request, Resource> {
  /** Whether nothing was changed, so that nothing would be sent. */
  readonly isUnchanged: boolean;
  /** The request that would be sent, with the version that was read. */
  readonly request: Request;
  /** The reset mask that would be sent with it. An empty mask is not sent. */
  readonly resetMask: Mask;
  /** The resource as it was read. */
  readonly before: Resource;
  /** The resource after the Update. Fields that the server manages have their old values. */
  readonly after: Resource;
  readonly #tables: PreviewTables;

  constructor(
    content: Pick<
      ModifyPreview<Request, Resource>,
      "isUnchanged" | "request" | "resetMask" | "before" | "after"
    >,
    tables: PreviewTables,
  ) {
    this.isUnchanged = content.isUnchanged;
    this.request = content.request;
    this.resetMask = content.resetMask;
    this.before = content.before;
    this.after = content.after;
    this.#tables = tables;
  }

  /** Returns the preview for logs, without secrets and with long values shortened. The mask is its text. */
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

  /** Returns the same as text when Node prints the object. */
  [Symbol.for("nodejs.util.inspect.custom")](): string {
    return `ModifyPreview ${JSON.stringify(this.toJSON(), undefined, 2)}`;
  }
}

/** Runs the first three steps of `modify`: read, change, derive. Applies the result to the resource that was read. */
export async function previewModify(route: Route, modification: Modification): Promise<IncomingResponse> {
  const { get, update } = modification;
  const read = await readResource(route, modification);
  const changed = await changeResource(route, modification, read);
  const { isUnchanged, request, resetMask } = await deriveWrite(route, modification, changed);
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
    throw toCallStartError(route, update, error);
  }
}
