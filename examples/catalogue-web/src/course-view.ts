import { parseCredits, parseUsDate, type Course, type Section } from "@svc/catalogue";
import { element, type Content } from "./element.js";
import { timetable } from "./timetable.js";
import { clock, hueOf, meetingsOf } from "./week.js";

/** A course with its sections and its week. */
export function courseView(course: Course, onBuilding: (abbr: string) => void): readonly Node[] {
  const [code = "", name = course.title] = course.title.split(/ - (.*)/s);
  const meetings = meetingsOf(course.sections);
  return [
    element("p", { class: "code" }, code),
    element("h2", { class: "title" }, name),
    element("p", { class: "lead" }, course.description),
    element(
      "p",
      { class: "facts" },
      element("span", {}, element("b", {}, creditsText(course.credits))),
      element(
        "span",
        {},
        `${course.sections.length} ${course.sections.length === 1 ? "section" : "sections"}`,
      ),
      element("span", {}, `Updated ${course.updated.slice(0, 10)}, version ${course._version}`),
    ),
    ...(course.sections.length === 0
      ? [element("p", { class: "empty" }, "No sections: by arrangement.")]
      : []),
    element(
      "div",
      { class: "sections" },
      ...course.sections.map((section, index) => sectionView(section, index, onBuilding)),
    ),
    ...(meetings.length > 0 ? [element("h3", {}, "The week"), timetable(meetings)] : []),
  ];
}

/** `4 credits`, `1 to 16 credits`, or the text as it was sent. */
export function creditsText(credits: Course["credits"]): string {
  const range = parseCredits(credits);
  if (!range) return String(credits);
  const { min, max } = range;
  return `${min === max ? min : `${min} to ${max}`} ${max === 1 ? "credit" : "credits"}`;
}

function sectionView(section: Section, index: number, onBuilding: (abbr: string) => void): HTMLElement {
  const { enrollmentCurrent: taken, enrollmentCapacity: places, status } = section;
  const percent = places > 0 ? Math.min(100, Math.round((100 * taken) / places)) : 0;
  const notes = [section.fees, section.restrictions, section.comments]
    .filter((text) => text !== "")
    .join(" · ");
  return element(
    "div",
    { class: "section", style: `--hue:${hueOf(index)}` },
    element("div", { class: "stripe" }),
    element(
      "div",
      { class: "who" },
      section.instructor,
      element("small", {}, `${section.crn} · ${section.type}`),
    ),
    element(
      "div",
      { class: "seats" },
      element("span", { class: status === "Open" ? "badge is-open" : "badge" }, status),
      element("span", {}, `${taken} of ${places}`),
      element("div", { class: "meter" }, element("i", { style: `width:${percent}%` })),
    ),
    element("div", { class: "when" }, ...whenText(section, onBuilding)),
    (notes !== "" || isLink(section.textbookUrl)) &&
      element(
        "div",
        { class: "notes" },
        notes,
        notes !== "" && isLink(section.textbookUrl) && " · ",
        isLink(section.textbookUrl) &&
          element("a", { href: section.textbookUrl, rel: "noreferrer" }, "Textbooks"),
      ),
  );
}

function whenText(section: Section, onBuilding: (abbr: string) => void): Content[] {
  const times = section.meetingTimes.flatMap(({ days, buildingCode, roomNumber }, index): Content[] => {
    const [meeting] = meetingsOf([
      { ...section, meetingTimes: section.meetingTimes.slice(index, index + 1) },
    ]);
    const time = meeting ? ` ${clock(meeting.startMinute)}–${clock(meeting.endMinute)}, ` : " ";
    const place = element("button", { type: "button" }, `${buildingCode} ${roomNumber}`);
    place.addEventListener("click", () => onBuilding(buildingCode));
    return [index > 0 && " and ", `${days}${time}`, place];
  });
  const [start, end] = [parseUsDate(section.startDate), parseUsDate(section.endDate)];
  return [...times, element("br"), `${start?.iso ?? section.startDate} to ${end?.iso ?? section.endDate}`];
}

/** Only what a browser opens as a page: an answer may hold any text. */
function isLink(url: string): boolean {
  return /^https?:\/\//i.test(url);
}
