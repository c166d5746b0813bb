/**
 * The questions in one: "What does Mina do, and where?" asks what she does, and where.
 */
export function questionsIn(question: string): readonly string[] {
  const both = new RegExp(`^(${asking}) and (${asking})\\b(.+)`, "i").exec(question);
  if (both) return [`${both[1]}${both[3]}`, `${both[2]}${both[3]}`];
  const further = new RegExp(`^((?:${asking})\\b[^?]{1,${longest}}?),? and (${asking})\\b([^?]{0,${longest}})\\?$`, "i").exec(
    question,
  );
  if (!further) return [question];
  const [, first = "", word = "", rest = ""] = further;
  // What it asks of stands in the first part.
  const whole = rest.trim() === "" ? `${word}${first.slice(first.search(/\s|$/))}?` : `${word}${rest}?`;
  return [`${first}?`, whole];
}

/** How a question may be meant, the likelier first: of a person "What does she do?" asks for the work, or whatever there is. */
export function readingsOf(question: string): readonly string[] {
  const work = /^(what (?:do|does|did)) ([^?]{1,80}) do\?*$/i.exec(question.trim());
  return work ? [`What is the job of ${work[2]}?`, question, `What is known about ${work[2]}?`] : [question];
}

const asking = "where|when|who|why|how|what|which";
const longest = 200;
