/**
 * Implements the filter language of List requests (AIP-160). A filter is cut into tokens (`scanner`), parsed into a
 * tree (`parser`), and compiled into a test of the listed type (`field-test`, `comparison`).
 */
import type { DescField, DescMessage } from "@bufbuild/protobuf";
import { type FilterContext, type MessageTest, namedField, testField } from "./field-test.js";
import { FilterError } from "./filter-error.js";
import { parseFilter } from "./parser.js";
import { searchText } from "./text-search.js";
import type { Filter } from "./tree.js";

/**
 * Compiles a filter (AIP-160) into a test of messages of a type. The whole filter is checked against the type first,
 * so an invalid filter is rejected even if the list is empty.
 *
 * @param isExcluded fields that filters may not use
 * @returns undefined for an empty filter, which every message matches
 * @throws FilterError that names the place in the filter
 */
export function compileFilter(
  filter: string,
  desc: DescMessage,
  isExcluded: (field: DescField) => boolean,
): MessageTest | undefined {
  const tree = parseFilter(filter);
  return tree === undefined ? undefined : compile(tree, desc, { filter, isExcluded });
}

function compile(tree: Filter, desc: DescMessage, context: FilterContext): MessageTest {
  switch (tree.kind) {
    case "and":
    case "or": {
      const tests = tree.operands.map((operand) => compile(operand, desc, context));
      return tree.kind === "and"
        ? (message) => tests.every((test) => test(message))
        : (message) => tests.some((test) => test(message));
    }
    case "not": {
      const test = compile(tree.operand, desc, context);
      return (message) => !test(message);
    }
    case "restriction":
      return testField(desc, tree, context);
    case "global": {
      const [first] = tree.path;
      if (first !== undefined && namedField(desc, first.name) !== undefined) {
        const problem = `${tree.literal.text} is a field: compare it, or quote it to search for the text`;
        throw new FilterError(problem, context.filter, first.position);
      }
      return searchText(tree.literal, context.isExcluded);
    }
  }
}
