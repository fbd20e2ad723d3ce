import type { Building } from "@svc/catalogue";
import { element, shape } from "./element.js";

const [width, height, margin] = [200, 190, 22];

/** Buildings by their coordinates. */
export class CampusPlot {
  readonly #marks = new Map<string, SVGElement>();
  readonly #place = element("p", { class: "place" }, element("span", {}, "Choose a building."));
  readonly #buildings: readonly Building[];

  constructor(owner: HTMLElement, buildings: readonly Building[]) {
    this.#buildings = buildings;
    owner.replaceChildren(this.#draw(), this.#place);
  }

  /** Marks the buildings that a course meets in, or that a search found. */
  use(codes: ReadonlySet<string>): void {
    for (const [abbr, mark] of this.#marks) mark.classList.toggle("is-used", codes.has(abbr));
  }

  /** Shows one building. */
  choose(abbr: string): void {
    const building = this.#buildings.find((one) => one.abbr === abbr);
    if (!building) return;
    for (const [code, mark] of this.#marks) mark.classList.toggle("is-chosen", code === abbr);
    this.#place.replaceChildren(
      element("b", {}, building.name),
      element("span", {}, `${building.address} · number ${building.buildingNumber}`),
      element("span", {}, `${building.latitude.toFixed(4)}, ${building.longitude.toFixed(4)}`),
    );
  }

  #draw(): SVGElement {
    const [south, north] = rangeOf(this.#buildings.map(({ latitude }) => latitude));
    const [west, east] = rangeOf(this.#buildings.map(({ longitude }) => longitude));
    const lines = [0, 1, 2, 3, 4].flatMap((step) => {
      const x = margin + (step * (width - 2 * margin)) / 4;
      const y = margin + (step * (height - 2 * margin)) / 4;
      return [
        shape("line", { class: "grid", x1: x, x2: x, y1: 8, y2: height - 8 }),
        shape("line", { class: "grid", x1: 8, x2: width - 8, y1: y, y2: y }),
      ];
    });
    const points = this.#buildings.map((building) => ({
      building,
      x: margin + ((building.longitude - west) / (east - west)) * (width - 2 * margin),
      y: margin + ((north - building.latitude) / (north - south)) * (height - 2 * margin),
    }));
    const marks = points.map(({ building, x, y }) => {
      const isCrowded = points.some((other) => Math.abs(other.x - x) < 16 && other.y < y && y - other.y < 14);
      return this.#mark(building, x, y, isCrowded);
    });
    const axis = [
      shape(
        "text",
        { class: "axis", x: width / 2, y: 6.5, "text-anchor": "middle" },
        `${north.toFixed(4)}° N`,
      ),
      shape(
        "text",
        { class: "axis", x: width / 2, y: height - 2.5, "text-anchor": "middle" },
        `${south.toFixed(4)}°`,
      ),
    ];
    return shape(
      "svg",
      { viewBox: `0 0 ${width} ${height}`, role: "group", "aria-label": "Buildings by coordinates" },
      ...lines,
      ...axis,
      ...marks,
    );
  }

  /** The name stands above, or below where another building is close above. */
  #mark({ abbr, name }: Building, x: number, y: number, isBelow: boolean): SVGElement {
    const mark = shape(
      "g",
      {
        class: "building",
        tabindex: 0,
        role: "button",
        "aria-label": name,
        transform: `translate(${x.toFixed(2)} ${y.toFixed(2)})`,
      },
      shape("circle", { r: 4 }),
      shape("text", { y: isBelow ? 11 : -7 }, abbr),
    );
    mark.addEventListener("click", () => this.choose(abbr));
    mark.addEventListener("keydown", (event) => {
      if (event.key === "Enter" || event.key === " ") this.choose(abbr);
    });
    this.#marks.set(abbr, mark);
    return mark;
  }
}

/** The least and the greatest; apart, also where all are the same. */
function rangeOf(numbers: readonly number[]): readonly [number, number] {
  const [least, most] = [Math.min(...numbers), Math.max(...numbers)];
  return least === most ? [least - 1, most + 1] : [least, most];
}
