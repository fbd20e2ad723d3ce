import { MaskPathError } from "../text/mask-error.js";
import { formatPath } from "../text/mask-tree.js";

const reasons = {
  moved: "was at another place before",
  other: "is not the element that was there before",
  copy: "may be a copy of one that was removed",
};

/** The error for a message that is new at its place and lacks an INPUT_ONLY value that its type has. */
export function missingInputOnlyError(
  path: readonly string[],
  missing: readonly string[],
  reason: keyof typeof reasons,
): MaskPathError {
  const [place, value] = [formatPath(path), formatPath([...path, ...missing])];
  return new MaskPathError(
    value,
    `${place} ${reasons[reason]}, and does not carry ${value}, which is INPUT_ONLY. ` +
      `No response shows it, so it would be lost or go to another element. ` +
      `Set ${value}, reuse the object that was given and change it in its place, or call update with your own resetMask`,
  );
}

/** The error for a new object in a list that may be an old element, without the unknown fields that the old one has. */
export function unplacedElementError(path: readonly string[]): MaskPathError {
  const place = formatPath(path);
  return new MaskPathError(
    place,
    `${place} is a new object, and may be an element that was there before, without fields of it that this SDK does ` +
      `not know. ${reuse}. To remove one element and add another, make two calls`,
  );
}

/** The error for an element at another index that lacks unknown fields that it had before. */
export function omittedUnknownError(path: readonly string[], inside: readonly string[]): MaskPathError {
  const place = formatPath([...path, ...inside]);
  return new MaskPathError(
    place,
    `${formatPath(path)} was at another place before, and ${place} lacks fields that it had there and that this SDK ` +
      `does not know. They would be lost. ${reuse}`,
  );
}

const reuse =
  "Reuse the objects of the list that was given: change them, move them, or copy them with { ...element }";

/** The error for another message outside of lists that lacks an identifier, because the server retains the old one. */
export function retainedIdentifierError(
  path: readonly string[],
  identifier: readonly string[],
): MaskPathError {
  const [place, value] = [formatPath(path), formatPath([...path, ...identifier])];
  return new MaskPathError(
    value,
    `${place} is not the element that was there before, and does not carry ${value}, which is an identifier. ` +
      `The server would keep that of the old one. Use another key, or remove the old one first`,
  );
}

/** The error for another message whose unknown fields the server would merge with those of the old one. */
export function mergedUnknownError(path: readonly string[], inside: readonly string[]): MaskPathError {
  const place = formatPath([...path, ...inside]);
  return new MaskPathError(
    place,
    `${formatPath(path)} is not the element that was there before, and both have messages in ${place} that ` +
      `this SDK does not know. The server would merge them. Generate the SDK from the newer API, or change the ` +
      `element in its place`,
  );
}

/** The error for a new structure that may be the one of its place, or one that was elsewhere. */
export function ambiguousStructureError(path: readonly string[], source: readonly string[]): MaskPathError {
  const [place, other] = [formatPath(path), formatPath(source)];
  return new MaskPathError(
    place,
    `${place} is a new object: it may be the old ${place}, changed, or a copy of the old ${other}. ` +
      `The SDK cannot tell which one to keep the values of that it does not see. Change the object that was given, ` +
      `move that object itself (${place} = ${other}), or make the two changes one after the other`,
  );
}

/** The error for a new object that may be a copy of a removed one, without the unknown fields of that one. */
export function bareCopyError(path: readonly string[], source: readonly string[]): MaskPathError {
  const place = formatPath(path);
  const other = formatPath(source);
  return new MaskPathError(
    place,
    `${place} is a new object: it may be a copy of the old ${other}, which was removed, without the fields of it that ` +
      `this SDK does not know. They would be lost. Move that object itself (${place} = ${other}), or make the two ` +
      `changes one after the other`,
  );
}

/** The error for a new object at the place of an old one, which may be a copy of it without an unrecognized enum number. */
export function droppedNumberError(path: readonly string[], field: string): MaskPathError {
  const place = formatPath([...path, field]);
  return new MaskPathError(
    place,
    `${place} has an enum number that this SDK does not know, and the new object at its place lacks it. It would be ` +
      `lost. Change the object that was given, or copy it with { ...object }`,
  );
}
