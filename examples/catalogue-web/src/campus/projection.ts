import type { Point } from "../facts/building.js";

/** The size of the drawing and its margin, in units. */
export const drawing = { width: 320, height: 250, margin: 30 } as const;

/** Meters per degree of latitude. */
const metresPerDegree = 111_000;

/** The smallest extent of the ground that fills the drawing, in meters. */
const leastMetres = 300;

/** Maps geographic points to positions in the drawing. */
export interface Projection {
  /** Returns undefined for a point outside the drawing. */
  place(point: Point): { readonly x: number; readonly y: number } | undefined;
  /** Meters per unit. */
  readonly metres: number;
}

/** The ground around points, as large as fits, north above. */
export function createProjection(all: readonly Point[], marked: readonly Point[]): Projection {
  const whole = measureExtent(all);
  const part = measureExtent(marked.length > 0 ? marked : all);
  // Where the campuses are far apart, one sees the ground around what is marked.
  const isFar = whole.metres > 8 * Math.max(leastMetres, part.metres);
  const { latitude, longitude, across, down } = isFar ? part : whole;
  const { width, height, margin } = drawing;
  const metres = Math.max(
    Math.max(leastMetres, across) / (width - 2 * margin),
    Math.max(leastMetres, down) / (height - 2 * margin),
  );
  const east = Math.cos((latitude * Math.PI) / 180) * metresPerDegree;
  return {
    metres,
    place(point) {
      const x = width / 2 + ((point.longitude - longitude) * east) / metres;
      const y = height / 2 - ((point.latitude - latitude) * metresPerDegree) / metres;
      return x < 8 || y < 8 || x > width - 8 || y > height - 8 ? undefined : { x, y };
    },
  };
}

/** A round length that fits into 80 units, and how long it is drawn. */
export function scaleBar(metres: number): { readonly text: string; readonly units: number } {
  const most = 80 * metres;
  const power = 10 ** Math.floor(Math.log10(most));
  const length = ([5, 2].find((step) => step * power <= most) ?? 1) * power;
  return { text: length < 1000 ? `${length} m` : `${length / 1000} km`, units: length / metres };
}

interface Extent extends Point {
  readonly across: number;
  readonly down: number;
  readonly metres: number;
}

/** The middle of points, and how far they reach in metres. */
function measureExtent(points: readonly Point[]): Extent {
  const [south, north] = measureRange(points.map(({ latitude }) => latitude));
  const [west, end] = measureRange(points.map(({ longitude }) => longitude));
  const latitude = (south + north) / 2;
  const down = (north - south) * metresPerDegree;
  const across = (end - west) * metresPerDegree * Math.cos((latitude * Math.PI) / 180);
  return { latitude, longitude: (west + end) / 2, across, down, metres: Math.max(across, down) };
}

function measureRange(numbers: readonly number[]): readonly [least: number, most: number] {
  return numbers.length === 0
    ? [0, 0]
    : numbers.reduce<[number, number]>(
        ([least, most], number) => [Math.min(least, number), Math.max(most, number)],
        [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
      );
}
