/** Which single names are given names, of women or of men, by a library's lists of names in six languages. */
import { createRequire } from "node:module";

type GenderOf = (name: string) => "male" | "female" | "unknown";

const require = createRequire(import.meta.url);
let genderOfName: GenderOf | undefined;

/** The pronoun that mostly stands for a given name ("Priya" is a "she"); undefined for what is none. Loads the lists once (some 10 ms). */
export function givenNameGender(name: string): "she" | "he" | undefined {
  if (!/^\p{Lu}\p{Ll}+(?:-\p{Lu}\p{Ll}+)?$/u.test(name) || alsoOther.test(name)) return undefined;
  genderOfName ??= (require("gender-detection-from-name") as { readonly getGender: GenderOf }).getGender;
  const gender = genderOfName(name);
  return gender === "unknown" ? undefined : gender === "female" ? "she" : "he";
}

/** Names that firms, towns and products bear as often as people. */
const alsoOther =
  /^(?:Alexa|Amazon|Asia|Austin|Azure|Berlin|Boston|Britain|Brooklyn|Chase|Chelsea|China|Claude|Dallas|Delta|Dell|Denver|Diesel|Dublin|Egypt|Falcon|Florence|Florida|Ford|Georgia|Gemini|Houston|India|Ireland|Israel|Jersey|Jordan|Kenya|Lincoln|London|Lyft|Madison|Mars|Mercedes|Mercury|Milan|Nike|Orange|Oslo|Paris|Pearl|Phoenix|Prince|Rio|Ruby|Salem|Savannah|Shell|Siena|Siri|Sky|Stanford|Swift|Sydney|Tesla|Troy|Valencia|Victoria|Vienna|Verona|Virginia|Washington|York)$/;
