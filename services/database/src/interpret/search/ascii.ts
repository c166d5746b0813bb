import anyAscii from "any-ascii";

/** Letters that the language writes in another way than the library does: Latin, Greek, and Cyrillic ones, each with what stands for it, all in one unit of UTF-16. */
const others =
  "Æ=AE ĸ=k Ŋ=ng ŋ=NG Œ=OE Ə=@ ǝ=@ Ǽ=AE Ǣ=AE Ʃ=SH Ʒ=ZH Ǯ=ZH Ƕ=HV Ȣ=OU ƕ=hv Ƣ=OI ƣ=oi Ƿ=W" +
  " Ή=E Ύ=U ΐ=I Β=B Η=E Ξ=Ks Υ=U Φ=Ph Χ=Kh Ϋ=U ή=e ΰ=u β=b η=e υ=u φ=ph χ=kh ϋ=u ύ=u ϒ=U ϓ=U ϔ=U Ѐ=Ie" +
  " Ё=Io Ѓ=Gj Є=E Ї=Yi Ћ=Tsh Ќ=Kj Й=I Ю=Iu Я=Ia й=i ю=iu я=ia ѐ=ie ё=io ѓ=gj ї=yi ћ=tsh ќ=kj";

const written: ReadonlyMap<string, string> = new Map(others.split(" ").map((pair) => [pair.charAt(0), pair.slice(2)] as const));

/** A text in ASCII: letters without accents, and other writings by their sounds. A Chinese character is a word by itself. */
export function asciiOf(text: string): string {
  let ascii = "";
  for (const c of text) ascii += written.get(c) ?? (isHan(c) ? `${anyAscii(c)} ` : anyAscii(c));
  return ascii;
}

function isHan(c: string): boolean {
  return /^\p{Script=Han}$/u.test(c);
}
