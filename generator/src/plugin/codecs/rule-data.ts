import type { DescMessage } from "@bufbuild/protobuf";
import { identifier, type Code } from "../../kit/code/code.js";

/** Plain data of a table of rules, as the runtime reads it. */
export type RuleData = string | number | bigint | boolean | readonly RuleData[] | RuleRecord;

/** Members that are undefined are left out. */
export interface RuleRecord {
  readonly [name: string]: RuleData | undefined;
}

/** The rules of each message that has some, or that holds one that has. */
export type RulesOfMessages = ReadonlyMap<DescMessage, RuleRecord>;

/** Name of the function that loads the rules of a module; no name of an API has this form. */
export const rulesLoader: Code = identifier("rules$");
