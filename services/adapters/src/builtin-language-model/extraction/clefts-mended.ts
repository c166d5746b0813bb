/** Sentences that set one part of what they say apart: "What I miss most is her cake", "All I drink is oat milk". */
import type { Token } from "./tokens.ts";

const tasting =
  /^(?:like|love|hate|miss|enjoy|need|want|prefer|eat|drink|dislike|stand|use|avoid|collect|fear|play|read|watch|wear|take)$/;

/** The parse of the plain sentence ("I miss her cake most"), where one stands behind such a frame. */
export function withoutCleft(tokens: readonly Token[]): Token[] {
  return withoutPersonFrame(tokens) ?? withoutItFrame(tokens) ?? withoutThingFrame(tokens);
}

/** "It's hazelnuts I'm allergic to", "It is coffee that I can't stand": I am allergic to hazelnuts. */
function withoutItFrame(tokens: readonly Token[]): Token[] | undefined {
  const [it, be] = tokens;
  const thing = tokens.findIndex(({ label, head, tag }, i) => i > 1 && label === "attr" && head === 1 && /^NN/.test(tag));
  if (it?.lower !== "it" || !/^(?:is|'s)$/.test(be?.lower ?? "") || thing < 2) return undefined;
  const start = /^(?:that|which)$/.test(tokens[thing + 1]?.lower ?? "") ? thing + 2 : thing + 1;
  const subject = tokens[start];
  const verb = subject?.head ?? -1;
  const inner = tokens[verb];
  if (inner === undefined || subject?.label !== "nsubj" || verb <= start || !/^(?:ccomp|relcl|advcl)$/.test(inner.label))
    return undefined;
  if (tokens.some(({ label, head }) => label === "neg" && head === 1)) return undefined;
  const isEmpty = (prep: number) => !tokens.some(({ head, label }) => head === prep && /^(?:pobj|pcomp)$/.test(label));
  const prep = tokens.findIndex(({ label }, i) => i > verb && label === "prep" && isEmpty(i));
  const isAllergy =
    prep > 0 &&
    /^(?:allergic|intolerant|addicted|used|keen|interested|afraid|scared|fond|good|bad)$/.test(
      tokens[tokens[prep]?.head ?? 0]?.lower ?? "",
    );
  const lacksObject =
    tasting.test(inner.lemma) &&
    !tokens.some(({ head, label, tag }) => head === verb && label === "dobj" && tag !== "WDT" && tag !== "IN");
  if (!isAllergy && !lacksObject) return undefined;
  return tokens.map((token, i) => {
    if (i === verb) return { ...token, label: "ROOT", head: verb };
    if (i < 2 || (start === thing + 2 && i === thing + 1)) return { ...token, label: "punct", head: verb };
    if (i === thing) return isAllergy ? { ...token, label: "pobj", head: prep } : { ...token, label: "dobj", head: verb };
    return token.head === 1 ? { ...token, head: verb } : token;
  });
}

/** "The one who looks after the garden is Aziz": Aziz looks after the garden. */
function withoutPersonFrame(tokens: readonly Token[]): Token[] | undefined {
  const [the, one, who] = tokens;
  if (the?.lower !== "the" || !/^(?:one|person|guy|man|woman|colleague)$/.test(one?.lower ?? "") || who?.lower !== "who")
    return undefined;
  const verb = who.head;
  const be = tokens.findIndex(({ lower, label }, i) => i > verb && label === "ROOT" && /^(?:is|was|'s)$/.test(lower));
  const name = tokens.findIndex(({ label, head, tag }, i) => i > be && head === be && label === "attr" && /^NNP$/.test(tag));
  if (verb <= 2 || be < 0 || name < 0 || tokens[verb]?.label !== "relcl" || tokens[verb].head !== 1 || one?.head !== be)
    return undefined;
  return tokens.map((token, i) => {
    if (i === verb) return { ...token, label: "ROOT", head: verb };
    if (i <= 2 || i === be) return { ...token, label: "punct", head: verb };
    if (i === name) return { ...token, label: "nsubj", head: verb };
    return token.head === be || token.head === 1 ? { ...token, head: verb } : token;
  });
}

function withoutThingFrame(tokens: readonly Token[]): Token[] {
  const frame = frameLength(tokens);
  const subject = frame;
  const verb = tokens[subject]?.head ?? -1;
  const inner = tokens[verb];
  if (frame === 0 || tokens[subject]?.label !== "nsubj" || inner === undefined || verb <= subject || !tasting.test(inner.lemma))
    return [...tokens];
  const be = tokens.findIndex(({ lower }, i) => i > verb && /^(?:is|are)$/.test(lower));
  const isNext = be > verb && tokens.slice(verb + 1, be).every(({ tag, head }) => head === verb || /^RB/.test(tag));
  const value = be < 0 ? -1 : told(tokens, be);
  // "What I like is your plan": whose, nobody could tell later.
  if (tokens.some(({ head, lower }) => head === value && /^(?:your|this|that|these|those)$/.test(lower))) return [...tokens];
  if (!isNext || value <= be) return [...tokens];
  return tokens.map((token, i) => {
    if (i === verb) return { ...token, label: "ROOT", head: verb };
    if (i < frame || i === be) return { ...token, label: "punct", head: verb };
    if (i === value) return { ...token, label: "dobj", head: verb, tag: token.tag === "VBG" ? "NN" : token.tag };
    return token.head === be || (token.head === value && token.label === "punct") ? { ...token, head: verb } : token;
  });
}

/** How many words stand before the clause that the frame holds; 0 where there is none. */
function frameLength(tokens: readonly Token[]): number {
  const [first, second, third] = tokens.map(({ lower }) => lower);
  if (first === "what" || first === "all") return 1;
  const isOnly = /^(?:only|one|first|main)$/.test(second ?? "");
  if (first !== "the" || !/^things?$/.test((isOnly ? third : second) ?? "")) return 0;
  const length = isOnly ? 3 : 2;
  return tokens[length]?.lower === "that" ? length + 1 : length;
}

/** What the frame's "is" tells: "her cake", "swimming". */
function told(tokens: readonly Token[], be: number): number {
  const main = tokens[be]?.head ?? be;
  if (tokens[be]?.label === "aux" && tokens[main]?.tag === "VBG") return main;
  return tokens.findIndex(
    ({ head, label, tag }, i) => i > be && head === be && /^(?:attr|acomp|dobj)$/.test(label) && /^(?:NN|JJ|VBG|CD)/.test(tag),
  );
}
