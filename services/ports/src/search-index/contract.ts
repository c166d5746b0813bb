import { describe } from "@jest/globals";
import { applyingTests } from "./testing/applying.ts";
import { documentTests } from "./testing/documents.ts";
import { legTests } from "./testing/legs.ts";
import { placeOf, type IndexRig } from "./testing/place.ts";
import { sightTests } from "./testing/sight.ts";

const dimension = 4;

/** What every SearchIndex adapter must do. `open` gives an empty index for vectors of 4 numbers. */
export function searchIndexContract(name: string, open: (dimension: number) => Promise<IndexRig>): void {
  describe(`${name} as a search index`, () => {
    const place = placeOf(() => open(dimension));
    applyingTests(place);
    legTests(place);
    sightTests(place);
    documentTests(place);
  });
}
