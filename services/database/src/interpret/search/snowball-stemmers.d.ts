declare module "snowball-stemmers" {
  interface Stemmer {
    stem(word: string): string;
  }
  const stemmers: {
    /** @throws Error of a language that it does not know */
    newStemmer(language: string): Stemmer;
  };
  export default stemmers;
}
