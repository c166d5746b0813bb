import type { ExtractionTurn } from "@loci/ports/language-model";
import { isQuestionOnly } from "@loci/text";

/** Whether a turn only asks somebody who answers. Among people who speak by their names a question is part of what is told. */
export function onlyAsks({ role, speaker, content }: Pick<ExtractionTurn, "role" | "speaker" | "content">): boolean {
  return role === "user" && speaker === "" && isQuestionOnly(content);
}
