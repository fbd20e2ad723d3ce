import { drawing } from "./projection.js";

/** A dot of the drawing that would like to be named. */
export interface Dot {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  readonly text: string;
}

/** A label, by the middle of its line. */
export interface Label {
  readonly text: string;
  readonly x: number;
  readonly y: number;
}

interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Units that a letter takes at most, and a line. */
const [letter, line] = [8.5, 13];

/**
 * Labels beside their dots, those that come first before the others. A label that would lie over a dot, another
 * label or the edge is left out.
 */
export function placeLabels(dots: readonly Dot[]): readonly Label[] {
  const taken: Box[] = dots.map(({ x, y, radius }) => boxAround(x, y, 2 * radius, 2 * radius));
  return dots.flatMap(({ x, y, radius, text }) => {
    const width = letter * [...text].length;
    const aside = radius + 3 + width / 2;
    const above = radius + 2 + line / 2;
    const places = [
      [x, y - above],
      [x, y + above],
      [x + aside, y],
      [x - aside, y],
    ] as const;
    for (const [middle, height] of places) {
      const box = boxAround(middle, height, width, line);
      if (!isInside(box) || taken.some((other) => meets(box, other))) continue;
      taken.push(box);
      return [{ text, x: middle, y: height }];
    }
    return [];
  });
}

function boxAround(x: number, y: number, width: number, height: number): Box {
  return { left: x - width / 2, right: x + width / 2, top: y - height / 2, bottom: y + height / 2 };
}

function meets(one: Box, other: Box): boolean {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
}

function isInside({ left, right, top, bottom }: Box): boolean {
  // The scale stands at the bottom.
  return left >= 2 && right <= drawing.width - 2 && top >= 2 && bottom <= drawing.height - 16;
}
