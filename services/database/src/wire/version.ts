/**
 * The version that clients ask for. Official clients of the language take servers from 2.1.0 up to 4.0.0, by this prefix, and use sessions and
 * transactions from 3.0.0 on; 3.3 is the version whose behaviour is served.
 */
export const languageVersion = "3.3.0";
export const versionText = `surrealdb-${languageVersion}`;
