import { QueryError } from "../errors.ts";

const auth = (message: string): QueryError => new QueryError("NotAllowed", message, { reason: "auth" });

export const sessionMessages = {
  invalidAuth: (): QueryError => auth("There was a problem with authentication"),
  tokenExpired: (): QueryError => new QueryError("NotAllowed", "The token has expired", { reason: "token-expired" }),
  sessionExpired: (): QueryError => new QueryError("NotAllowed", "The session has expired", { reason: "auth" }),
  signupProblem: (): QueryError => auth("There was a problem with signing up"),
  accessMissing: (): QueryError => auth("The access method does not exist"),
  signupNotAllowed: (): QueryError => auth("This record access method does not allow signup"),
  signinNotAllowed: (): QueryError => auth("This record access method does not allow signin"),
  signupFailed: (): QueryError => auth("The record access signup query failed"),
  signinFailed: (): QueryError => auth("The record access signin query failed"),
  noRecord: (): QueryError => auth("No record was returned"),
  passwordMissing: (): QueryError => auth("Username or Password was not provided"),
  noSigninTarget: (): QueryError => auth("No signin target to either SC or DB or NS or KV"),
  bearerMissing: (): QueryError => auth("The bearer key was not provided"),
  bearerInvalid: (): QueryError => auth("The access bearer grant is not valid"),
  keySetUnread: (): QueryError =>
    auth("This server reads no keys from addresses: define the access method with ALGORITHM … KEY instead of URL"),
  elsewhere: (): QueryError => new QueryError("NotAllowed", "IAM error: Not enough permissions to perform this action"),
  variableLimit: (limit: number): QueryError =>
    new QueryError("NotAllowed", `A session may have ${limit} variables: unset one first`),
  cancelled: (): QueryError => new QueryError("Query", "The call was cancelled", { reason: "cancelled" }),
  protectedVariable: (name: string): QueryError => new QueryError("Validation", `Cannot set protected variable: ${name}`),
  anonymousAccess: (): QueryError =>
    new QueryError("NotAllowed", "Anonymous access not allowed: Not enough permissions to perform this action"),
  namespaceMissing: (): QueryError => new QueryError("Validation", "Specify a namespace to use"),
  databaseMissing: (): QueryError => new QueryError("Validation", "Specify a database to use"),
  transactionMissing: (): QueryError => new QueryError("NotFound", "Transaction not found"),
  transactionLimit: (limit: number): QueryError =>
    new QueryError("NotAllowed", `A connection may have ${limit} open transactions: commit or cancel one first`),
  transactionLimitOfServer: (limit: number): QueryError =>
    new QueryError("NotAllowed", `The server has ${limit} open transactions, as many as it takes: try again later`),
} as const;
