import { MaskPathError } from "../text/mask-error.js";
import { printPath } from "../text/mask-tree.js";

/** In which way a message is not the one of its place. */
const origins = {
  moved: "was at another place before",
  other: "is not the element that was there before",
  copy: "may be a copy of one that is not there any more",
};

/** A message that is another one, or has moved, and lacks an INPUT_ONLY value that its type has. */
export function lostValue(
  path: readonly string[],
  lacked: readonly string[],
  origin: keyof typeof origins,
): MaskPathError {
  const [place, value] = [printPath(path), printPath([...path, ...lacked])];
  return new MaskPathError(
    value,
    `${place} ${origins[origin]}, ` +
      `and does not carry ${value}, which is INPUT_ONLY: no response shows it, so it would be lost or go to ` +
      `another element. Set ${value}, change the element in its place, or call update with your own resetMask`,
  );
}

/** A message that is another one outside of lists, where a server keeps identifiers, and lacks one that the old one has. */
export function keptValue(path: readonly string[], kept: readonly string[]): MaskPathError {
  const [place, value] = [printPath(path), printPath([...path, ...kept])];
  return new MaskPathError(
    value,
    `${place} is not the element that was there before, and does not carry ${value}, which is an ` +
      `identifier: the server would keep that of the old one. Give it another key, or remove the old one first`,
  );
}

/** A message that is another one and would be mixed with the old one in what this SDK does not know. */
export function mixedValue(path: readonly string[], inside: readonly string[]): MaskPathError {
  const place = printPath([...path, ...inside]);
  return new MaskPathError(
    place,
    `${printPath(path)} is not the element that was there before, and both hold messages in ${place} that ` +
      `this SDK does not know: the server would mix them. Generate the SDK from the newer API, or change the ` +
      `element in its place`,
  );
}

/** A structure that was made anew, and may be the one of its place or one that was beside it. */
export function unsureStructure(path: readonly string[], source: readonly string[]): MaskPathError {
  const [place, beside] = [printPath(path), printPath(source)];
  return new MaskPathError(
    place,
    `${place} is a new object: it may be what was there, changed, or ${beside}, which has gone from its place, ` +
      `and nobody can tell which of them it is to keep what this SDK does not see. Change the object that was given, ` +
      `move that object itself (${place} = ${beside}), or make the two changes one after the other`,
  );
}
