import type { EntityName, ShownFact } from "@loci/ports/language-model";
import type { graph } from "@loci/protos";

/** A fact as a model is shown it. */
export function shownFact(fact: graph.GroupFact): ShownFact {
  const target = fact.target === "" ? undefined : entityOf(fact.target);
  return { subject: entityOf(fact.entity), key: fact.key, value: target ? "" : fact.value, target, knownAt: fact.knownAt };
}

/** The name behind a `Type/name`, which splits at its first slash. */
function entityOf(ref: string): EntityName {
  const slash = ref.indexOf("/");
  return slash < 0 ? { type: "", name: ref } : { type: ref.slice(0, slash), name: ref.slice(slash + 1) };
}
