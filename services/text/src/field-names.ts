/**
 * Words that name a wide field of talk and nothing within it ("my finances", "my religion"), each line beside the word that heads the field
 * among the topics, and what belongs to the field beside the topics' words. Told apart from the topics, as these are also an embedding's
 * directions.
 */
export const fieldNameLines: readonly (readonly [head: string, names: string, members: string])[] = [
  ["money", "money financial finance finances", "owe earn wage wages mortgage pension euro overdraft creditor maxed"],
  [
    "health",
    "health medical",
    `medication medicine prescription insulin inhaler metformin chronic syndrome disorder blood operation operated dentist diagnosed
    treated treatment therapy pregnant arthritis epilepsy epileptic hepatitis hiv dialysis chemotherapy tumour asthmatic diabetic`,
  ],
  [
    "faith",
    "faith religion religious",
    `catholic protestant orthodox lutheran methodist hindu hinduism sikh atheist agnostic islam judaism buddhism christianity baptise
    baptize baptised baptized confirmed priest rabbi imam synagogue quran torah ramadan lent parish convert converted`,
  ],
  ["politics", "politics political", "vote voted voter elect ballot socialist conservative liberal greens democrat republican"],
  ["romance", "romance romantic", "dating fling lover"],
];
