/** What somebody signs in with, where a text says it: "On GitHub Tobias Krantz is tkrantz", "I'm mossfox on Discord". */
import { name } from "./introductions.ts";

/** Whose handle, and what: of who speaks where `who` is "". */
export interface Handle {
  readonly who: string;
  readonly value: string;
  readonly start: number;
  readonly end: number;
}

const where = String.raw`(?:[Oo]n|[Ii]n) (?:the |our |my )?(?:GitHub|GitLab|Bitbucket|Codeberg|Discord|Slack|Twitter|X|Instagram|Insta|Mastodon|Bluesky|Reddit|Twitch|Steam|Telegram|Signal|TikTok|YouTube|LinkedIn|Facebook|Threads|IRC|Teams|Strava|Jira|Etsy|eBay|(?:\p{L}{2,20} ){0,2}(?:forum|wiki|channel|chat|server|tracker))`;
/** A word that is no adjective: who is active on GitHub is called otherwise there. */
const handle = String.raw`@?(?!(?:\p{Ll}*(?:ing|ed|ly|ous|ful|[ai]ble|ive|less|ish|line)|an?|the|not|also|only|still|always|never|often|back|big|new|busy|known|quiet|loud|away|here|there|out|up|off|live|free|best|easy|rude|nice|kind|mostly|both|all|well|present|absent|right|wrong|happy|great|good|huge|dead|gone|who|what|as|in|at|by|my|our|her|his)(?![\p{L}\p{N}._-]))([\p{Ll}\p{N}][\p{Ll}\p{N}._-]{1,28}[\p{Ll}\p{N}])(?![\p{L}\p{N}])`;
const asks = "(?=[,.;!)]|$)";
const ofOthers = [
  new RegExp(`${where},? ${name} (?:is|signs as|posts as|goes by) ${handle}${asks}`, "gu"),
  new RegExp(`${name} is ${handle} ${where}${asks}`, "gu"),
];
/** "pixelmoth in the design channel is Rosa Delgado". */
const turned = new RegExp(`(?<![\\p{L}\\p{N}._-])${handle} ${where} is ${name}${asks}`, "gu");
const own = [
  new RegExp(`\\bI(?: am|['\u2019]m) ${handle} ${where}${asks}`, "gu"),
  new RegExp(`${where},? I(?: am|['\u2019]m| go by) ${handle}${asks}`, "gu"),
];

export function handlesIn(text: string): Handle[] {
  const place = (match: RegExpExecArray) => ({ start: match.index, end: match.index + match[0].length });
  const found = (pattern: RegExp, whose: number, what: number) =>
    [...text.matchAll(pattern)].map((match) => ({ who: match[whose] ?? "", value: match[what] ?? "", ...place(match) }));
  return [
    ...ofOthers.flatMap((pattern) => found(pattern, 1, 2)),
    ...found(turned, 2, 1),
    ...own.flatMap((pattern) => found(pattern, 2, 1)),
  ].map((one) => ({ ...one, who: one.who.replace(/\.$/, "") }));
}
