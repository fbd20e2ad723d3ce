import { ts } from "ts-morph";
import type { Note, Origin } from "./surface.js";

/** Reads the comment before a node, if it has one. The compiler does not parse those of union members. */
export function readNote(node: ts.Node, source: ts.SourceFile): Note {
  const last = ts.getLeadingCommentRanges(source.text, node.pos)?.at(-1);
  if (!last) return none;
  const comment = source.text.slice(last.pos, last.end);
  // Few comments say anything of these, and there are very many.
  return /@(?:generated|deprecated)\b/.test(comment) ? parseNote(comment) : none;
}

const none: Note = {};

function parseNote(comment: string): Note {
  const text = comment.replaceAll(/^\s*\/?\*+\/?[ \t]?|\*\/\s*$/gm, "");
  const tag = (name: string): string | undefined => {
    const [, found] = new RegExp(`(?:^|\\n)\\s*@${name}\\b([^]*?)(?=\\n\\s*@\\w|$)`).exec(text) ?? [];
    return found?.replaceAll(/\s+/g, " ").trim();
  };
  const origin = originIn(tag("generated") ?? "");
  const deprecated = tag("deprecated");
  return { ...(origin && { origin }), ...(deprecated !== undefined && { deprecated }) };
}

/** `from svc/compute/v1/disk.proto, message svc.compute.v1.Disk` */
function originIn(text: string): Origin | undefined {
  const [, file, element] = /^from (\S+), ([a-z]+ [\w.]+)/.exec(text) ?? [];
  return file === undefined || element === undefined ? undefined : { file, element };
}
