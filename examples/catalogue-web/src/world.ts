import { queryOptions, type CallKey, type CallQueryOptions, type HttpFailure } from "@stratus/query";
import { CatalogueClient, CatalogueError, etagCache, isPossiblyTruncated } from "@svc/catalogue";
import { QueryClient } from "@tanstack/query-core";
import type { Address } from "./address/address.js";
import { readCode, findBuildings } from "./facts/building-key.js";
import { readBuilding, readBuildings, type Building } from "./facts/building.js";
import { readCourse, readHits, type Course, type Hit } from "./facts/course.js";
import { readHeadings, parseKey, type Heading } from "./facts/heading.js";
import type { Connection } from "./load/connection.js";
import { Loader } from "./load/loader.js";
import type { State } from "./load/state.js";

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
    // A page that is opened again is shown at once, and read again after a minute.
    const cache = new QueryClient({ defaultOptions: { queries: { staleTime: 60_000 } } });
    this.courses = new Loader(cache, changed, connection);
    this.buildings = new Loader(cache, changed, connection);
    this.courseHits = new Loader(cache, changed, connection);
    this.buildingHits = new Loader(cache, changed, connection);
    this.course = new Loader(cache, changed, connection);
    this.building = new Loader(cache, changed, connection);
  }

  /** Loads the lists, which are there at every address. */
  start(): void {
    const { courses, buildings } = this.#catalogue;
    this.courses.load({ ...queryOptions(courses, "list"), select: readHeadings });
    this.buildings.load({ ...queryOptions(buildings, "list"), select: readBuildings });
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
    this.courseHits.load(
      {
        ...orEmpty(queryOptions(search, "courses", keyword)),
        select: (hits) => ({ courses: readHits(hits), isCut: isPossiblyTruncated(hits) }),
      },
      true,
    );
    this.buildingHits.load(
      {
        ...orEmpty(queryOptions(search, "buildings", keyword)),
        select: (hits) => ({ buildings: readBuildings(hits), isCut: isPossiblyTruncated(hits) }),
      },
      true,
    );
  }

  #open(key: string | undefined): void {
    if (key === undefined) return this.course.clear();
    const parts = parseKey(key);
    const read = parts
      ? queryOptions(this.#catalogue.courses, "find", ...parts)
      : { queryKey: ["no course", key], queryFn: async () => null };
    this.course.load({ ...read, select: (found) => (found ? readCourse(found) : undefined) });
  }

  #choose(key: string | undefined): void {
    if (key === undefined) return this.building.clear();
    this.building.load({
      ...queryOptions(this.#catalogue.buildings, "find", readCode(key)),
      select: (found) => (found ? readBuilding(found) : undefined),
    });
  }
}

/** Treats NOT_FOUND as an empty result, because the API does not describe the response to a search without matches. */
function orEmpty<Item>({ queryKey, queryFn }: CallQueryOptions<Item[], HttpFailure>): {
  readonly queryKey: CallKey;
  readonly queryFn: (context: { readonly signal: AbortSignal }) => Promise<Item[]>;
} {
  return { queryKey, queryFn: (context) => queryFn(context).catch(noneFound) };
}

/** Returns an empty result for NOT_FOUND. */
function noneFound(error: unknown): [] {
  if (error instanceof CatalogueError && error.code === "NOT_FOUND") return [];
  throw error;
}
