import { QueryError } from "../errors.ts";

const auth = (message: string): QueryError => new QueryError("NotAllowed", message, { reason: "auth" });
/** @param detail the case as programs tell it */
const authAs = (detail: string, message: string, reason: "auth" | "token-expired" = "auth"): QueryError =>
  new QueryError("NotAllowed", message, { reason, details: { kind: "Auth", details: { kind: detail } } });
const validation = (detail: string, message: string): QueryError =>
  new QueryError("Validation", message, { details: { kind: detail } });

export const sessionMessages = {
  invalidAuth: (): QueryError => authAs("InvalidAuth", "There was a problem with authentication"),
  tokenExpired: (): QueryError => authAs("TokenExpired", "The token has expired", "token-expired"),
  sessionExpired: (): QueryError => authAs("SessionExpired", "The session has expired"),
  signupProblem: (): QueryError => authAs("InvalidSignup", "There was a problem with signing up"),
  accessMissing: (): QueryError => auth("The access method does not exist"),
  signupNotAllowed: (): QueryError => auth("This record access method does not allow signup"),
  signinNotAllowed: (): QueryError => auth("This record access method does not allow signin"),
  signupFailed: (): QueryError => auth("The record access signup query failed"),
  signinFailed: (): QueryError => auth("The record access signin query failed"),
  noRecord: (): QueryError => auth("No record was returned"),
  passwordMissing: (): QueryError => authAs("MissingUserOrPass", "Username or Password was not provided"),
  noSigninTarget: (): QueryError => authAs("NoSigninTarget", "No signin target to either SC or DB or NS or KV"),
  accessUnusable: (): QueryError => auth("The access method cannot be used in the requested operation"),
  bearerMissing: (): QueryError => auth("This bearer access method requires a key to be provided"),
  bearerMalformed: (): QueryError => auth("This bearer access grant has an invalid format"),
  keyUnusable: (): QueryError => auth("InvalidKeyFormat"),
  keySetUnread: (): QueryError =>
    auth("This server reads no keys from addresses: define the access method with ALGORITHM … KEY instead of URL"),
  elsewhere: (): QueryError => new QueryError("NotAllowed", "IAM error: Not enough permissions to perform this action"),
  variableLimit: (limit: number): QueryError =>
    new QueryError("NotAllowed", `A session may have ${limit} variables: unset one first`),
  cancelled: (): QueryError =>
    new QueryError("Query", "The call was cancelled", { reason: "cancelled", details: { kind: "Cancelled" } }),
  protectedVariable: (name: string): QueryError => validation("InvalidParams", `Cannot set protected variable: ${name}`),
  anonymousAccess: (): QueryError =>
    new QueryError("NotAllowed", "Anonymous access not allowed: Not enough permissions to perform this action"),
  namespaceMissing: (): QueryError => validation("NamespaceEmpty", "Specify a namespace to use"),
  databaseMissing: (): QueryError => validation("DatabaseEmpty", "Specify a database to use"),
  transactionMissing: (): QueryError => new QueryError("NotFound", "Transaction not found", { details: { kind: "Transaction" } }),
  transactionLimit: (limit: number): QueryError =>
    new QueryError("NotAllowed", `A connection may have ${limit} open transactions: commit or cancel one first`),
  transactionLimitOfRecord: (limit: number): QueryError =>
    new QueryError("NotAllowed", `Who is signed in as a record may have ${limit} open transactions: commit or cancel one first`),
  transactionLimitOfServer: (limit: number): QueryError =>
    new QueryError("NotAllowed", `The server has ${limit} open transactions, as many as it takes: try again later`),
} as const;
