/**
 * The state of the page as its URL contains it: `?q=algebra&course=CS/225&term=202602&building=TUR`. Everybody who
 * opens the URL sees the same page.
 */
export interface Address {
  /** The search keyword. Empty shows the whole list. */
  readonly keyword: string;
  /** The subject whose courses are listed. */
  readonly subject?: string | undefined;
  /** The key of the open course, `CS/225`. */
  readonly course?: string | undefined;
  /** The chosen building. */
  readonly building?: string | undefined;
  /** The term whose sections of the course are shown. */
  readonly term?: string | undefined;
  /** The status of the sections that are shown. */
  readonly status?: string | undefined;
  /** Only sections with a free seat are shown. */
  readonly isFree?: boolean | undefined;
  /** Whether a narrow screen, which shows one view at a time, shows the campus. */
  readonly isCampus?: boolean | undefined;
}

/** The views of a narrow screen, which shows one at a time. */
export type View = "list" | "course" | "campus";

/** Parses the query string of a URL. Accepts any text. */
export function parseAddress(search: string): Address {
  const names = new URLSearchParams(search);
  const named = (name: string): string | undefined => names.get(name)?.trim() || undefined;
  return {
    keyword: named("q") ?? "",
    subject: named("subject"),
    course: named("course"),
    term: named("term"),
    status: named("status"),
    isFree: named("seats") === "free",
    building: named("building"),
    isCampus: named("view") === "campus",
  };
}

/** The address as a link from the page to itself. */
export function addressHref(address: Address): string {
  const { keyword, subject, course, term, status, isFree, building, isCampus } = address;
  const names = new URLSearchParams();
  if (keyword !== "") names.set("q", keyword);
  if (subject !== undefined) names.set("subject", subject);
  if (course !== undefined) names.set("course", course);
  if (term !== undefined) names.set("term", term);
  if (status !== undefined) names.set("status", status);
  if (isFree) names.set("seats", "free");
  if (building !== undefined) names.set("building", building);
  if (isCampus) names.set("view", "campus");
  // A query may contain an unescaped slash, which is easier to read.
  const text = names.toString().replaceAll("%2F", "/");
  return text === "" ? "./" : `?${text}`;
}

/** Returns the view that a narrow screen shows for an address. */
export function resolveView({ course, building, isCampus }: Address): View {
  if (building !== undefined || isCampus) return "campus";
  return course === undefined ? "list" : "course";
}

/** The address that one comes from on the way to this one: from a place to its course, from a course to the list. */
export function findParentAddress(address: Address): Address {
  const { keyword, subject } = address;
  if (resolveView(address) === "campus") return { ...address, building: undefined, isCampus: undefined };
  return { keyword, subject };
}
