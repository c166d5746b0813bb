/** The typed client of Loci, for Node, browsers and edge runtimes. */
export { verifyAudit, type AuditCheck, type AuditVerdict } from "./audit-chain.ts";
export { type ConnectionOptions } from "./caller.ts";
export { type ChatEvent, type ChatRequest, type ChatResponse, type Citation } from "./chat.ts";
export { isLociError, LociError, type FieldProblem, type LociErrorCode } from "./error.ts";
export { documentStates } from "./gen/document-states.ts";
export { operationTable, type Operation } from "./gen/operations.ts";
export {
  entityReferenceForms,
  parseEntityReference,
  parseReference,
  referenceForms,
  type EntityReference,
  type Reference,
} from "./gen/references.ts";
export { verbs } from "./gen/verbs.ts";
export { type FileContent } from "./http/form.ts";
export { type Retry } from "./http/transport.ts";
export { Loci, type LociOptions } from "./loci.ts";
export { LociManagement, type LociManagementOptions } from "./management.ts";
export {
  type AnswerOf,
  type BodyOf,
  type CallOptions,
  type DataOperationId,
  type InputOf,
  type ManagementOperationId,
  type OperationId,
  type PathOf,
  type QueryOf,
  type Schemas,
} from "./operation.ts";
export { type Upload, type UploadOptions, type WaitOptions } from "./resources/documents.ts";
export { type StatsQuery } from "./resources/traces.ts";
