/** Entities as people name them, in the grammar of references that the client brings. */
import { entityReferenceForms, parseEntityReference, type EntityReference, type Loci } from "@loci/client";
import { Failure, usage } from "./failure.ts";

/** An entity's type and name. @throws Failure where the text is neither, an id too */
export function entityName(text: string): EntityReference {
  const reference = parseEntityReference(text);
  if (reference?.form === "entity") return { type: reference.type, name: reference.name };
  throw usage(`'${text}' is not an entity's name; it looks like Person/Ada`);
}

/** The text itself, where it names an entity or is its id. @throws Failure where it is neither */
export function entityReference(text: string): string {
  if (parseEntityReference(text) === undefined)
    throw usage(`'${text}' is not an entity; it looks like Person/Ada, and may be ${entityReferenceForms}`);
  return text;
}

/** Where an entity is found: what its name says, or the server, where an id is given. */
export async function entityPath(loci: Loci, text: string): Promise<{ entityType: string; entityName: string }> {
  const reference = parseEntityReference(entityReference(text));
  if (reference?.form === "entity") return { entityType: reference.type, entityName: reference.name };
  const found = await loci.call("inspect", { query: { ref: text } });
  if (found.kind !== "entity") throw new Failure(`${text} is no entity.`);
  return { entityType: found.entity.entityType, entityName: found.entity.name };
}
