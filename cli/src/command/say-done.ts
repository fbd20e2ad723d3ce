import { safeLine } from "@stratus/dynamic-client";
import { flagValue } from "../argv/read-argv.js";
import type { MethodCommand } from "./context.js";

/** Whether a form of output is asked for, so that a response is printed although it says nothing new. */
export function isOutputAsked({ context, argv }: MethodCommand): boolean {
  return (flagValue(argv, "output") ?? context.settings.output ?? flagValue(argv, "query")) !== undefined;
}

/** Says that a call without a result succeeded, and what it deleted. */
export function sayDone({ context, service, method, argv }: MethodCommand): void {
  const what = argv.words.length > 0 ? argv.words.join(" ") : flagValue(argv, "name");
  const isDelete = service.effect(method.word) === "destroy" && what !== undefined;
  context.host.say(isDelete ? `Deleted ${safeLine(what)}.\n` : "Done.\n");
}
