import type { Page } from "playwright-core";
import type { Opening } from "./browser.fixture.js";
import { largeData, oddData, roughData } from "./university.fixture.js";

/** A state in which someone may find the page. */
export interface PageState extends Opening {
  /** Text that is there once the page is in it. */
  readonly shows: string;
  /** Brings the page there, where its address alone does not. */
  readonly reach?: (page: Page) => Promise<void>;
}

type Intercept = NonNullable<Opening["intercept"]>;

const isData = (url = ""): boolean => /^\/(courses|buildings|search|subjects)(\/|$)/.test(url);

/** A catalogue that is out of order, by the start of a path. */
export const failing =
  (start = "/", status = 503): Intercept =>
  (request, response) => {
    if (!isData(request.url) || !request.url?.startsWith(start)) return false;
    response.writeHead(status, { "content-type": "text/html" }).end("<h1>Service Unavailable</h1>");
    return true;
  };

/** A catalogue that takes requests and never answers, by the start of a path. */
export const hanging =
  (start = "/"): Intercept =>
  ({ url }) =>
    isData(url) && url?.startsWith(start) === true;

const timeFlies = (page: Page): Promise<void> => page.clock.install();

/** All states of the page, by their names. */
export const states: Readonly<Record<string, PageState>> = {
  "the list": { shows: "Introduction to Computing" },
  "one subject": { path: "/?subject=MATH", shows: "5 courses in MATH" },
  "a course": { path: "/?course=CS/225", shows: "The week" },
  "a course without sections": {
    path: "/?course=CS/406",
    shows: "No sections are listed",
  },
  "a building": { path: "/?course=CS/225&building=TUR", shows: "12 College Way" },
  "the campus": { path: "/?view=campus", shows: "All 12 buildings" },
  "a search": { path: "/?q=data", shows: "for “data”" },
  "a search for buildings": {
    path: "/?q=hall&course=CS/225",
    shows: "4 buildings for “hall”",
  },
  "nothing found": { path: "/?q=zebra", shows: "Try fewer or other words" },
  "no such course": { path: "/?course=CS/999", shows: "Nothing is known of “CS 999”" },
  "no such building": { path: "/?building=NOPE", shows: "There is no building “NOPE”" },
  "an empty catalogue": { data: { courses: [], buildings: [] }, shows: "0 courses" },
  waiting: { intercept: hanging(), shows: "Loading the courses" },
  "waiting for long": {
    intercept: hanging(),
    before: timeFlies,
    shows: "This takes longer than usual",
    reach: (page) => page.clock.runFor(5000),
  },
  "waiting for a course": {
    path: "/?course=CS/225",
    intercept: hanging("/courses/CS"),
    shows: "Data Structures",
  },
  "out of order": {
    path: "/?course=CS/225",
    intercept: failing(),
    shows: "The catalogue is out of order",
  },
  "a refusal": { intercept: failing("/", 403), shows: "The catalogue refuses to answer" },
  "a search half out of order": {
    path: "/?q=data",
    intercept: failing("/search/buildings"),
    shows: "The catalogue is out of order",
  },
  offline: {
    path: "/?course=CS/225",
    shows: "What has been loaded can still be read",
    reach: async (page) => {
      await page.getByText("The week").waitFor();
      await page.context().setOffline(true);
    },
  },
  "nulls everywhere": { path: "/?course=GEO/2", data: roughData, shows: "Teacher not announced" },
  "long text": { path: "/?course=GEO/3", data: roughData, shows: "Donaudampfschiff" },
  "a long building": { path: "/?building=FAR", data: roughData, shows: "Building 12b" },
  "a full week": { path: "/?course=GEO/4", data: roughData, shows: "The week" },
  "a course of many sections": {
    path: "/?course=GEO/96&term=202701&seats=free",
    data: oddData,
    shows: "4 of 96 are shown",
  },
  "buildings of one code": {
    path: "/?course=GEO/96&term=202602&seats=free&building=ANX",
    data: oddData,
    shows: "8 buildings with the code ANX",
  },
  "very many courses": { data: largeData(310), shows: "310 courses" },
};
