import type { EntityName } from "@loci/ports/language-model";
import { givenNameGender } from "../given-names.ts";
import { targetOf, type OpenReading } from "./draft.ts";
import { wordAt } from "./tree.ts";

/** Somebody by name: a bank, an insurer or an employer may be "with" whom one is, too. */
export function personNamed(reading: OpenReading, object: number): EntityName | undefined {
  const found = targetOf(reading, object, "Person");
  const { name } = wordAt(reading.tree, object);
  const isKnown = reading.speakers.typeOf(found?.name ?? "") === "Person";
  return isKnown || name === "PERSON" || givenNameGender(found?.name.split(" ")[0] ?? "") !== undefined ? found : undefined;
}
