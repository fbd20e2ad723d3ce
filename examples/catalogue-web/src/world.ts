import { CatalogueClient, CatalogueError, etagCache, isPossiblyTruncated } from "@svc/catalogue";
import type { Address } from "./address/address.js";
import { readCode, findBuildings } from "./facts/building-key.js";
import { readBuilding, readBuildings, type Building } from "./facts/building.js";
import { readCourse, readHits, type Course, type Hit } from "./facts/course.js";
import { readHeadings, parseKey, type Heading } from "./facts/heading.js";
import type { Connection } from "./load/connection.js";
import { Loader, type State } from "./load/loader.js";

/** The result of a search for courses. */
export interface Hits {
  readonly courses: readonly Hit[];
  /** Whether the result reached the limit of the catalogue, so more courses may match. */
  readonly isCut: boolean;
}

/** Buildings that a search found. */
export interface Places {
  readonly buildings: readonly Building[];
  readonly isCut: boolean;
}

/** All that the page knows of the catalogue: what it loads at an address, and what has come of it. */
export class World {
  readonly courses: Loader<readonly Heading[]>;
  readonly buildings: Loader<readonly Building[]>;
  readonly courseHits: Loader<Hits>;
  readonly buildingHits: Loader<Places>;
  readonly course: Loader<Course | undefined>;
  readonly building: Loader<Building | undefined>;
  readonly #catalogue: CatalogueClient;
  #followed: Address = { keyword: "" };

  constructor(baseUrl: string, connection: Connection, changed: () => void) {
    this.#catalogue = new CatalogueClient({ baseUrl, cache: etagCache(), timeoutMs: 30_000 });
    this.courses = new Loader(changed, connection);
    this.buildings = new Loader(changed, connection);
    this.courseHits = new Loader(changed, connection);
    this.buildingHits = new Loader(changed, connection);
    this.course = new Loader(changed, connection);
    this.building = new Loader(changed, connection);
  }

  /** Loads the lists, which are there at every address. */
  start(): void {
    const { courses, buildings } = this.#catalogue;
    this.courses.load(async (signal) => readHeadings(await courses.list({ signal })));
    this.buildings.load(async (signal) => readBuildings(await buildings.list({ signal })));
  }

  /** Loads what an address asks for and the one before did not. */
  follow(address: Address): void {
    const { keyword, course, building } = address;
    const before = this.#followed;
    this.#followed = address;
    if (keyword !== before.keyword) this.#search(keyword);
    if (course !== before.course) this.#open(course);
    if (building !== before.building) this.#choose(building);
  }

  /** The chosen building, out of the list where it is there. */
  get chosen(): State<Building | undefined> {
    const { building } = this.#followed;
    const { state } = this.buildings;
    const listed = state.kind === "ready" ? findBuildings(state.value, building) : [];
    const [first, ...more] = listed;
    if (!first) return this.building.state;
    const several = { abbr: first.abbr, name: `${listed.length} buildings with the code ${first.abbr}` };
    return { kind: "ready", value: more.length > 0 ? several : first, isOld: false };
  }

  #search(keyword: string): void {
    const { search } = this.#catalogue;
    if (keyword === "") {
      this.courseHits.clear();
      this.buildingHits.clear();
      return;
    }
    this.courseHits.load(async (signal) => {
      const hits = await search.courses(keyword, { signal }).catch(noneFound);
      return { courses: readHits(hits), isCut: isPossiblyTruncated(hits) };
    }, true);
    this.buildingHits.load(async (signal) => {
      const hits = await search.buildings(keyword, { signal }).catch(noneFound);
      return { buildings: readBuildings(hits), isCut: isPossiblyTruncated(hits) };
    }, true);
  }

  #open(key: string | undefined): void {
    if (key === undefined) return this.course.clear();
    const parts = parseKey(key);
    this.course.load(async (signal) => {
      const found = parts && (await this.#catalogue.courses.find(parts[0], parts[1], { signal }));
      return found && readCourse(found);
    });
  }

  #choose(key: string | undefined): void {
    if (key === undefined) return this.building.clear();
    const abbr = readCode(key);
    this.building.load(async (signal) => {
      const found = await this.#catalogue.buildings.find(abbr, { signal });
      return found && readBuilding(found);
    });
  }
}

/** Treats NOT_FOUND as an empty result, because the API does not describe the response to a search without matches. */
function noneFound(error: unknown): [] {
  if (error instanceof CatalogueError && error.code === "NOT_FOUND") return [];
  throw error;
}
