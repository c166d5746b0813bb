import { normaliseKey } from "@loci/kernel";

/** Keys of which two bearers of one name seldom have the same value by chance. */
const telling =
  /(?:^|_)(?:employer|company|works?_(?:at|for|on|with)|team|department|member|manager|reports|boss|colleague|spouse|husband|wife|partner|married|parent|mother|father|child|son|daughter|sibling|brother|sister|email|phone|address|founded|founder|owner|owns|leads|project|birth|born|school|studied)(?:_|$)/;

/** A text for what an entity is known by, the same for the same; undefined for what says little of who somebody is. */
export function neighbour(key: string, valueNorm: string): string | undefined {
  return telling.test(normaliseKey(key)) && valueNorm !== "" ? `${key} ${valueNorm}` : undefined;
}

/** The same for being the other end of somebody's relation. */
export function neighbourAsTarget(subjectNorm: string, key: string): string | undefined {
  return telling.test(normaliseKey(key)) ? `${subjectNorm} ${key} >` : undefined;
}
