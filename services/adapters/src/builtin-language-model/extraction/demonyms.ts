import { oneOf } from "./words.ts";

/** Whether a text is what people of a country are called. */
export const isDemonym = oneOf(`
  american, british, english, scottish, irish, welsh, german, french, spanish, italian, portuguese, dutch, belgian,
  swiss, austrian, polish, czech, slovak, hungarian, romanian, bulgarian, greek, turkish, russian, ukrainian, swedish,
  norwegian, danish, finnish, icelandic, canadian, mexican, brazilian, argentinian, chilean, peruvian, colombian,
  chinese, japanese, korean, vietnamese, thai, indian, pakistani, iranian, iraqi, israeli, egyptian, moroccan,
  nigerian, kenyan, ethiopian, south african, australian, new zealander, filipino, indonesian, malaysian, cuban,
  ghanaian, lebanese, syrian, afghan, croatian, serbian, slovenian, bosnian, albanian, latvian, lithuanian,
  estonian, georgian, armenian, tunisian, algerian, senegalese, somali, sudanese, ugandan, tanzanian, venezuelan,
  bolivian, ecuadorian, uruguayan, jamaican, haitian, nepalese, nepali, bangladeshi, sri lankan, taiwanese, maltese,
  cypriot, luxembourgish, basque, catalan, jordanian, palestinian, saudi, yemeni, eritrean, zimbabwean, cameroonian
`);
