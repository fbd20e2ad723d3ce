import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { placeLabels } from "./labels.js";
import { drawing, createProjection, scaleBar } from "./projection.js";

const point = fc.record({
  latitude: fc.double({ min: -80, max: 80, noNaN: true }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
});

describe("the map of a campus", () => {
  it("has every building in it, north above and east on the right, where all are marked", () => {
    fc.assert(
      fc.property(fc.array(point, { minLength: 1, maxLength: 20 }), (points) => {
        const { place, metres } = createProjection(points, points);
        const spots = points.map((one) => ({ one, spot: place(one) }));
        for (const { spot } of spots) expect(spot).toBeDefined();
        for (const a of spots)
          for (const b of spots) {
            if (a.one.latitude > b.one.latitude) expect(a.spot!.y).toBeLessThanOrEqual(b.spot!.y);
            if (a.one.longitude > b.one.longitude) expect(a.spot!.x).toBeGreaterThanOrEqual(b.spot!.x);
          }
        expect(metres).toBeGreaterThan(0);
      }),
    );
  });

  it("shows the ground around what is marked where the campuses are far apart", () => {
    const here = { latitude: 45, longitude: -122 };
    const there = { latitude: 45.001, longitude: -122.001 };
    const far = { latitude: 44, longitude: -121 };
    const { place, metres } = createProjection([here, there, far], [here, there]);
    expect(place(far)).toBeUndefined();
    expect(place(here)).toBeDefined();
    expect(metres).toBeLessThan(5);
    expect(createProjection([here, there, far], []).place(far)).toBeDefined();
  });

  it.each([
    [1, "50 m", 50],
    [2.6, "200 m", 77],
    [30, "2 km", 67],
    [1.25, "100 m", 80],
  ])("has a scale of a round length: %d metres a unit", (metres, text, units) => {
    expect(scaleBar(metres)).toMatchObject({ text });
    expect(Math.round(scaleBar(metres).units)).toBe(units);
  });

  it("names no building over another, those first that count most", () => {
    const dot = fc.record({
      x: fc.integer({ min: 10, max: drawing.width - 10 }),
      y: fc.integer({ min: 10, max: drawing.height - 10 }),
      radius: fc.constantFrom(4, 6.5, 8),
      text: fc.string({ minLength: 1, maxLength: 6 }),
    });
    fc.assert(
      fc.property(fc.array(dot, { maxLength: 40 }), (dots) => {
        const labels = placeLabels(dots);
        for (const [index, a] of labels.entries())
          for (const b of labels.slice(index + 1)) {
            const width = (8.5 * ([...a.text].length + [...b.text].length)) / 2;
            expect(Math.abs(a.x - b.x) >= width || Math.abs(a.y - b.y) >= 13).toBe(true);
          }
      }),
    );
    const twice = { x: 160, y: 120, radius: 4, text: "A" };
    expect(placeLabels([twice])).toEqual([{ text: "A", x: 160, y: 107.5 }]);
  });
});
