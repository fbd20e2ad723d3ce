/**
 * The filters of List requests, a language of its own (AIP-160): a text is cut
 * into tokens (`scanner`), parsed to a tree (`parser`), and compiled against the
 * type of what is listed to a test (`field-test`, `comparison`).
 */
import type { DescField, DescMessage } from "@bufbuild/protobuf";
import { type FilterContext, type MessageTest, namedField, testField } from "./field-test.js";
import { FilterError } from "./filter-error.js";
import { parseFilter } from "./parser.js";
import { searchText } from "./text-search.js";
import type { Filter } from "./tree.js";

/**
 * Makes a filter (AIP-160) a test of messages of a type. All of it is checked
 * against the type first, so that what it says wrong is told also where nothing
 * is listed.
 *
 * @param isExcluded fields that no filter may ask for
 * @returns undefined for an empty filter, which every message meets
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
