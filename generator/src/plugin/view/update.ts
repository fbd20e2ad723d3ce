/** An Update in a client: what it asks for, and what people read where a call gives something else. */
import { code, docBlock, type ModuleImports, string } from "../../kit/code/code.js";
import type { Method, Service } from "../model/api.js";
import { withParagraphs } from "./paragraphs.js";

/**
 * The ways in which an Update is called: with the whole resource, or with an
 * explicit reset mask or the resource that the rest is taken from. The third is for nobody: compilers print the last one
 * where none fits, so its type says what to do.
 */
export function updateView(method: Method, service: Service, imports: ModuleImports) {
  const type = imports.type(method.request.type);
  const whole = imports.type(method.whole ?? method.request.type);
  return {
    whole: code`${imports.runtimeType("FullUpdate")}<${whole}>`,
    maskedDoc: docBlock(withParagraphs(method.doc, [maskedText])),
    options: code`${imports.runtimeType("UpdateOptions")}<${type}> | ${imports.runtimeType("CarryOptions")}<${type}>`,
    partialDoc: docBlock({ ...method.doc, text: partialText }),
    partial: code`${imports.runtimeType("UpdateNeeds")}<${type}, ${string(needs(method, service))}>`,
  };
}

const maskedText =
  "With an explicit reset mask, which names the fields to clear if the request omits them; or with a part of the " +
  "resource, and the rest from the resource that was read: `{ carry: resource }`.";
const partialText = "Does not compile: an Update without a reset mask replaces the whole resource.";

/** The words for an Update that sends only a part. */
function needs(method: Method, { modify }: Service): string {
  const others = modify?.update.rpc === method.rpc ? `, a resetMask, or ${modify.local}` : ", or a resetMask";
  return `the whole resource${others}`;
}

/** The words for an Update whose resource has values in lists that no response shows. */
export function hiddenInListText({ hiddenInList: path }: Method, { modify }: Service): string[] {
  if (path === undefined) return [];
  const fix = modify === undefined ? "Pass an explicit reset mask." : `Use \`${modify.local}\` instead.`;
  return [
    `No response contains \`${path}\`, and a server identifies the elements of a list by their index. Updating with a ` +
      `resource that was read would lose these values, so the client rejects it. ${fix}`,
  ];
}
