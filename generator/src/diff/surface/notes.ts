import { ts } from "ts-morph";
import type { Note, Origin } from "./surface.js";

const generatedFrom = /@generated from (\S+), ([a-z]+ [\w.]+)/;

/** What the comment before a node says, if there is one: members of unions have one too, which the compiler does not parse. */
export function noteOf(node: ts.Node, source: ts.SourceFile): Note {
  const last = ts.getLeadingCommentRanges(source.text, node.pos)?.at(-1);
  if (!last) return none;
  const comment = source.text.slice(last.pos, last.end);
  // Few comments say anything of these, and there are very many.
  return /@(?:generated|deprecated)\b/.test(comment) ? readNote(comment) : none;
}

const none: Note = {};

function readNote(comment: string): Note {
  const text = comment.replaceAll(/^\s*\/?\*+\/?[ \t]?|\*\/\s*$/gm, "").replaceAll(/\s+/g, " ");
  const origin = originIn(text);
  const deprecated = /@deprecated\b([^@]*)/.exec(text)?.[1]?.trim();
  return { ...(origin && { origin }), ...(deprecated !== undefined && { deprecated }) };
}

function originIn(text: string): Origin | undefined {
  const [, file, element] = generatedFrom.exec(text) ?? [];
  return file === undefined || element === undefined ? undefined : { file, element };
}
