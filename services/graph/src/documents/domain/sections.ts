/** What a chunk or section is recognised by when the same content comes again, and the id that it is stored under. */
export interface Stored {
  readonly id: string;
  readonly likeness: string;
}

/**
 * The ids of contents, in order: what is stored already keeps its id (the first with its like, the second with the second …),
 * what is new gets one. So a stage that runs twice gives the same ids.
 */
export function identify(likenesses: readonly string[], stored: readonly Stored[], newId: () => string): string[] {
  // From its end: of very many that are alike, each would else move all the others up.
  const free = Map.groupBy(stored.toReversed(), (one) => one.likeness);
  return likenesses.map((likeness) => free.get(likeness)?.pop()?.id ?? newId());
}

interface Heading {
  readonly heading: string;
  readonly level: number;
}

/** For each section its heading under those of the sections above it: `Guide > Setup > Windows`. */
export function headingPaths(sections: readonly Heading[]): string[] {
  let above: Heading[] = [];
  return sections.map((section) => {
    if (section.heading === "") return above.map((one) => one.heading).join(" > ");
    above = [...above.filter((one) => one.level < section.level), section];
    return above.map((one) => one.heading).join(" > ");
  });
}

const openingLength = 300;

/** The text by which a section is found: its heading path and how it begins. */
export function sectionText(path: string, body: string): string {
  const opening = body.length <= openingLength ? body : cutAtWord(body);
  return [path, opening].filter((one) => one !== "").join("\n");
}

function cutAtWord(body: string): string {
  const cut = body.slice(0, openingLength);
  const space = cut.lastIndexOf(" ");
  const text = space > openingLength / 2 ? cut.slice(0, space) : cut;
  return text.isWellFormed() ? text : text.slice(0, -1);
}
