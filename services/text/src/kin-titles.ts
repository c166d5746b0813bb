/** "Aunt", "Grandpa": what the family says before a name. */
const titles = "Aunt|Auntie|Uncle|Cousin|Grandma|Grandpa|Granny|Nana";
const alone = new RegExp(`^(?:${titles})$`);
const leading = new RegExp(`^(?:${titles})\\s(?=\\p{Lu})`, "u");

/** Whether a word is such a title. */
export function isKinTitle(word: string): boolean {
  return alone.test(word);
}

/** "Aunt Ruth" is Ruth, as "my aunt Ruth" is. */
export function withoutKinTitle(name: string): string {
  return name.replace(leading, "");
}
