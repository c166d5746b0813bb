/** Which names are one entity, and which are several. */
import { plain } from "./spelling.ts";
import type { IdentityStory } from "./story.ts";

interface Named {
  readonly id: string;
  readonly name: string;
}

/** What is mixed up, or undefined. A name is matched as a whole. */
export function namesProblem({ one = [], apart = [] }: IdentityStory, entities: readonly Named[]): string | undefined {
  const named = (name: string) => entities.filter((entity) => plain(entity.name) === plain(name));
  for (const names of one) {
    const found = names.flatMap(named);
    if (found.length === 0) return `nobody is called ${names.join(" or ")}`;
    if (new Set(found.map(({ id }) => id)).size > 1) return `not one: ${found.map(({ name }) => name).join(", ")}`;
  }
  for (const names of apart) {
    const found = names.map((name) => named(name)[0]?.id);
    const lacking = found.indexOf(undefined);
    if (lacking >= 0) return `nobody is called ${names[lacking]}`;
    if (new Set(found).size < names.length) return `one, not several: ${names.join(", ")}`;
  }
  return undefined;
}
