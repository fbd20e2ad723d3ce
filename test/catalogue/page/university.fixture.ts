import type { CatalogueData } from "@stratus/example-catalogue-server";

const section = {
  term: "202602",
  session: "Full term",
  crn: 50101,
  credits: 4,
  instructor: "G. Hopper",
  meetingTimes: [
    {
      startTime: "2026-01-12T09:00:00-08:00",
      endTime: "2026-01-12T09:50:00-08:00",
      days: "MWF",
      buildingCode: "TUR",
      roomNumber: 12,
    },
  ],
  startDate: "01/12/26",
  endDate: "03/20/26",
  campus: "Main",
  type: "Lecture",
  status: "Open",
  enrollmentCapacity: 30,
  enrollmentCurrent: 12,
  waitlistCapacity: 0,
  waitlistCurrent: 0,
  fees: "",
  restrictions: "",
  comments: "",
  textbookUrl: "",
};

const course = {
  title: "GEO 1 - Maps",
  subjectCode: "GEO",
  courseNumber: 1,
  credits: "4",
  description: "How the round earth comes to lie on flat paper.",
  updated: "2026-01-05T08:30:00.000Z",
  _version: 1,
  sections: [section],
};

const empty = <T extends object>(record: T): Record<keyof T, null> =>
  Object.fromEntries(Object.keys(record).map((name) => [name, null])) as Record<keyof T, null>;

const meeting = section.meetingTimes[0]!;
const long = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft";
const sentence =
  "Students without the prerequisite need the written consent of the department before the term begins. ";

/** A catalogue as a service in use may give it: with gaps, other types than described, and much text. */
export const roughData: CatalogueData = {
  courses: [
    { ...course, ...empty({ credits: 0, description: 0, updated: 0, _version: 0, sections: 0 }) },
    {
      ...course,
      title: "GEO 2 - Nothing but gaps",
      courseNumber: 2,
      sections: [
        empty(section),
        { ...section, meetingTimes: [empty(meeting)] },
        { ...section, meetingTimes: [null, { ...meeting, startTime: null, endTime: null, days: "TBA" }] },
        { ...section, meetingTimes: [{ ...meeting, buildingCode: null, endTime: null }], status: null },
        null,
      ],
    },
    {
      ...course,
      title: `GEO 3 - ${long} and all that belongs to it, in one term and not a day more`,
      courseNumber: 3,
      credits: { min: 1, max: 12 },
      description: `${sentence.repeat(12)}\n\n${long}${long}`,
      sections: [
        {
          ...section,
          instructor: `${long}, ${sentence}`,
          status: "Waiting list only, ask the department",
          restrictions: sentence.repeat(4),
          comments: long,
          fees: "Laboratory fee: $25",
          textbookUrl: "by arrangement, see https://books.example.edu",
          campus: sentence,
        },
        { ...section, textbookUrl: "https://books.example.edu/maps", enrollmentCurrent: 44 },
      ],
    },
    {
      ...course,
      title: "GEO 4 - A full week",
      courseNumber: 4,
      sections: Array.from({ length: 9 }, (_, index) => ({
        ...section,
        crn: 60_000 + index,
        instructor: ["A. Lovelace", "G. Hopper", "E. Noether"][index % 3],
        meetingTimes: [
          {
            ...meeting,
            days: ["MWF", "TR", "MTWRFSU"][index % 3],
            startTime: `2026-01-12T${String(8 + (index % 5)).padStart(2, "0")}:${index % 2 ? "30" : "00"}:00-08:00`,
            endTime: `2026-01-12T${String(9 + (index % 5)).padStart(2, "0")}:${index % 2 ? "00" : "20"}:00-08:00`,
            roomNumber: 100 + index,
          },
        ],
      })),
    },
    { title: "A course without a code", subjectCode: "", courseNumber: -1 },
  ],
  buildings: [
    {
      abbr: "TUR",
      name: "Turing Hall",
      address: "12 College Way",
      buildingNumber: 24,
      latitude: 45.1,
      longitude: -122.8,
    },
    {
      abbr: "NIL",
      name: "The Hall of Gaps",
      ...empty({ address: 0, buildingNumber: 0, latitude: 0, longitude: 0 }),
    },
    {
      abbr: "FAR",
      name: `The ${long} Observatory`,
      address: sentence,
      buildingNumber: "12b",
      latitude: "44.2",
      longitude: -121.9,
    },
  ],
};

/** A university of so many courses, with a tenth as many buildings. */
export const largeData = (count: number): CatalogueData => ({
  courses: Array.from({ length: count }, (_, index) => ({
    ...course,
    title: `${subject(index)} ${100 + index} - ${["Maps", "Rivers", "Mountains", "Cities at night"][index % 4]}`,
    subjectCode: subject(index),
    courseNumber: 100 + index,
  })),
  buildings: Array.from({ length: count / 10 }, (_, index) => ({
    abbr: `B${index}`,
    name: `Building ${index}`,
    address: `${index} College Way`,
    buildingNumber: index,
    latitude: 45 + ((index * 37) % 100) / 5000,
    longitude: -122 - ((index * 61) % 100) / 5000,
  })),
});

/** 126 courses, one of 96 sections, and 300 buildings: eight of one code, some without a code, a name or a place. */
export const oddData: CatalogueData = {
  courses: [
    { ...course, title: "GEO 96 - Maps for all", courseNumber: 96, sections: oddSections() },
    ...largeData(125).courses,
  ],
  buildings: Array.from({ length: 300 }, (_, index) => ({
    abbr: index < 8 ? "ANX" : index % 50 === 9 ? "" : `B${index}`,
    name: index < 8 ? "Annex" : index % 70 === 11 ? "" : `Hall ${index}`,
    address: index < 8 ? `${index} Far Lane` : `${index} College Way`,
    buildingNumber: index < 4 ? index + 1 : index % 3 === 0 ? `${index}b` : null,
    latitude: index % 40 === 13 ? null : 45 + ((index * 37) % 100) / 5000,
    longitude: -122 - ((index * 61) % 100) / 5000,
  })),
};

function oddSections(): readonly object[] {
  return Array.from({ length: 96 }, (_, index) => ({
    ...section,
    crn: 70_000 + index,
    term: ["202602", "202609", 202_701][index % 3],
    status: ["Open", "Closed", "Waitlist", "open"][index % 4],
    instructor: index % 5 === 0 ? ["A. Lovelace", "G. Hopper"] : "E. Noether",
    enrollmentCurrent: index % 7 === 0 ? 12 : 30,
    meetingTimes: [
      index % 2 === 0
        ? { ...meeting, buildingCode: "ANX", roomNumber: index }
        : { ...meeting, endTime: "2026-01-12T10:50:00-08:00", buildingCode: "TBA", roomNumber: "TBA" },
    ],
  }));
}

function subject(index: number): string {
  return ["ANTH", "BIO", "CHEM", "DANCE", "EARTH", "FILM", "GEO", "HIST"][index % 8] ?? "";
}
