import { element, shape } from "../dom/element.js";
import type { Building, Point } from "../facts/building.js";
import { placeLabels } from "./labels.js";
import { drawing, createProjection, scaleBar } from "./projection.js";

/** The buildings that a map marks. */
export interface Marks {
  readonly used: readonly Building[];
  readonly chosen: readonly Building[];
}

type Sited = Building & { readonly point: Point };

/** A building and its position in the drawing. */
interface Spot {
  readonly building: Sited;
  readonly x: number;
  readonly y: number;
  readonly rank: number;
}

/** How far from a dot one may point and still mean it, in units. */
const reach = 40;

/**
 * A map of the buildings that have a place. It is a picture: what it shows is in the lists beside it too, and
 * there it is reached by keyboard. A pointer chooses the building that is nearest.
 */
export function campusMap(
  buildings: readonly Building[],
  marks: Marks,
  choose: (building: Building) => void,
): HTMLElement | undefined {
  const sited = buildings.filter((one): one is Sited => one.point !== undefined);
  if (sited.length === 0) return undefined;
  const marked = sited.filter((building) => rankBuilding(building, marks) > 0);
  const projection = createProjection(
    sited.map(({ point }) => point),
    marked.map(({ point }) => point),
  );
  const spots = sited
    .flatMap((building): Spot[] => {
      const spot = projection.place(building.point);
      return spot ? [{ ...spot, building, rank: rankBuilding(building, marks) }] : [];
    })
    .toSorted((a, b) => b.rank - a.rank);
  const { width, height } = drawing;
  const labels = placeLabels(
    spots.map(({ building, x, y, rank }) => ({ x, y, radius: radii[rank] ?? 4, text: building.abbr ?? "" })),
  );
  const picture = shape(
    "svg",
    { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": described(sited, marked) },
    ...spots.toReversed().map(dot),
    ...labels.map(({ text, x, y }) => shape("text", { class: "label", x, y, dy: "0.35em" }, text)),
    ...scaleShapes(projection.metres),
  );
  picture.addEventListener("click", (event) => {
    const nearest = nearestTo(spots, picture, event);
    if (nearest?.building.abbr !== undefined) choose(nearest.building);
  });
  return element("div", { class: "map" }, picture);
}

/** Radius of a dot by its rank: one of many, in use, chosen. */
const radii = [4, 6.5, 8];

function rankBuilding(building: Building, { used, chosen }: Marks): number {
  if (chosen.includes(building)) return 2;
  return used.includes(building) ? 1 : 0;
}

function dot({ building: { name, abbr }, x, y, rank }: Spot): SVGElement {
  const look = ["dot", "dot is-used", "dot is-chosen"][rank];
  return shape(
    "circle",
    { class: look, cx: x.toFixed(1), cy: y.toFixed(1), r: radii[rank], "data-building": abbr },
    shape("title", {}, name),
  );
}

function described(sited: readonly Building[], marked: readonly Building[]): string {
  const names = marked.map(({ name }) => name).join(", ");
  const count = `${sited.length} ${sited.length === 1 ? "building" : "buildings"}`;
  return names === "" ? `Map of ${count}` : `Map of ${count}; marked: ${names}`;
}

function scaleShapes(metres: number): readonly SVGElement[] {
  const { text, units } = scaleBar(metres);
  const [left, bottom] = [10, drawing.height - 9];
  return [
    shape("path", { class: "scale", d: `M${left} ${bottom - 4}v4h${units.toFixed(1)}v-4` }),
    shape("text", { class: "scale-text", x: left + units + 6, y: bottom }, text),
    shape("path", { class: "north", d: `M${drawing.width - 16} 26v-14m-4 5l4 -5l4 5` }),
  ];
}

function nearestTo(spots: readonly Spot[], picture: SVGElement, event: MouseEvent): Spot | undefined {
  const { left, top, width } = picture.getBoundingClientRect();
  const unit = drawing.width / width;
  const [x, y] = [(event.clientX - left) * unit, (event.clientY - top) * unit];
  const far = (spot: Spot): number => Math.hypot(spot.x - x, spot.y - y);
  const [nearest] = spots.toSorted((a, b) => far(a) - far(b));
  return nearest && far(nearest) <= reach ? nearest : undefined;
}
