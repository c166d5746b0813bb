import { containing, oneOf } from "./words.ts";

const languages = `
  arabic, bengali, bulgarian, catalan, chinese, mandarin, cantonese, croatian, czech, danish, dutch, english,
  estonian, farsi, persian, finnish, french, german, greek, hebrew, hindi, hungarian, icelandic, indonesian, irish,
  italian, japanese, korean, latin, latvian, lithuanian, malay, norwegian, polish, portuguese, punjabi, romanian,
  russian, serbian, slovak, slovenian, somali, spanish, swahili, swedish, tagalog, tamil, thai, turkish, ukrainian,
  urdu, vietnamese, welsh, esperanto, sign language
`;

/** Whether a text is the name of a language. */
export const isLanguage = oneOf(languages);

/** Whether a text names a language. */
export const namesLanguage = containing(languages);
