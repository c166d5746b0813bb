import { normaliseKey } from "@loci/kernel";

/** Keys of which two bearers of one name seldom have the same value by chance. */
const telling =
  /(?:^|_)(?:employer|company|works?_(?:at|for|on|with)|team|department|member|manager|reports|boss|colleague|spouse|husband|wife|partner|married|parent|mother|father|child|son|daughter|sibling|brother|sister|email|phone|address|founded|founder|owner|owns|leads|project|birth|born|school|studied)(?:_|$)/;

/** Keys by which two people of one name are told apart, where each has one value. */
const distinguishing = /(?:^|_)(?:residence|lives_in|hometown|nationality|age|role|job|occupation|profession|title)(?:_|$)/;

/** A text for what tells two bearers of one name apart where they differ in it. */
export function trait(key: string, valueNorm: string): string | undefined {
  return distinguishing.test(normaliseKey(key)) && valueNorm !== "" ? `${key} ${valueNorm}` : neighbour(key, valueNorm);
}

/** Whether both have a value of a key that holds one, and not the same. */
export function tellApart(a: Iterable<string>, b: Iterable<string>, isMulti: (key: string) => boolean): boolean {
  const [one, other] = [byKey(a), byKey(b)];
  return [...one].some(([key, values]) => {
    const others = other.get(key);
    return others !== undefined && !isMulti(key) && ![...values].some((value) => others.has(value));
  });
}

function byKey(traits: Iterable<string>): Map<string, Set<string>> {
  const keys = new Map<string, Set<string>>();
  for (const one of traits) {
    const key = one.slice(0, one.indexOf(" "));
    keys.set(key, (keys.get(key) ?? new Set()).add(one));
  }
  return keys;
}

/** A text for what an entity is known by, the same for the same; undefined for what says little of who somebody is. */
export function neighbour(key: string, valueNorm: string): string | undefined {
  return telling.test(normaliseKey(key)) && valueNorm !== "" ? `${key} ${valueNorm}` : undefined;
}

/** The same for being the other end of somebody's relation. */
export function neighbourAsTarget(subjectNorm: string, key: string): string | undefined {
  return telling.test(normaliseKey(key)) ? `${subjectNorm} ${key} >` : undefined;
}
