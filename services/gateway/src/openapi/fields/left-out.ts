import type { Glossary, Meaning } from "./glossary.ts";

/** The same meaning at several places: schemas of requests, or operations of whose query it is a parameter. */
function at(places: readonly string[], field: string, meaning: Meaning): Glossary {
  return Object.fromEntries(places.map((place) => [`${place}.${field}`, meaning]));
}

const spans = [
  ...["QueryMemoryRequest", "ContextQueryRequest", "ChatRequest", "StateRequest", "SessionContextRequest"],
  ...["getSessionContext", "listEntities", "getEntity", "getEntityHistory", "getState", "inspect"],
];
const writtenFor = ["FactsRequest", "FactsBatchRequest", "UploadMetadata", "CreateSessionRequest", "StateRequest"];
const readFor = [
  ...["QueryMemoryRequest", "ContextQueryRequest", "ChatRequest", "QueryRequest", "ForgetRequest", "ReflectRequest"],
  ...["getState", "getProfile", "getEntity", "inspect", "getTraceStats"],
];
const lists = [
  ...["listContexts", "listContextScopes", "listContextPrincipals", "listContextKeys", "listContextPrincipalKeys"],
  ...["listScopes", "listKeys", "listPrincipals"],
];
const audits = ["listAudit", "listContextAudit"];
const places = ["QueryMemoryRequest.location", "QueryRequest.location"];
const asPerson =
  'In the place of a selector: an end user by your own id, without `/`. It stands for the scope `/user/<id>`, which needs no registration, and "I" is that person.';
const principal = "principal:01jq3m9c7v5k2x8d4b6n0r1t9w";
const session = "session:01jq3m9c7v5k2x8d4b6n0r1t9w";

/** What requests may leave out, with what holds then: at places where the same name means something else in an answer. */
export const leftOut: Glossary = {
  ...at(spans, "validFrom", ["With `validUntil`: what held in the world within this span. Its start. Default: no restriction."]),
  ...at(spans, "validUntil", [
    "With `validFrom`: what held in the world within this span. Its end, which is later than its start. Default: no restriction.",
  ]),
  "Triple.validFrom": ["From when on it holds in the world. Default: not known."],
  "Triple.validUntil": ["Until when it holds in the world. Default: no end is known."],
  ...at(writtenFor, "user", [`${asPerson} Default: no end user; the selector decides.`, "ana-4711"]),
  ...at(readFor, "user", [`${asPerson} Default: no end user; all that the key may read, or the lens.`, "ana-4711"]),
  ...at(lists, "after", [
    "Where the page begins, as the `Link` header of the one before gives it. Default: with the first.",
    principal,
  ]),
  ...at(audits, "principal", ["Only what this principal asked for. Default: whoever asked.", principal]),
  ...at(audits, "key", ["Only what this key asked for. Default: by whichever key.", "key:01jq3m9c7v5k2x8d4b6n0r1t9w"]),
  "listAudit.kind": ["Only rows of this kind. Default: `decision`, `retrieval` and `response`."],
  "listContextAudit.kind": ["Only rows of this kind. Default: all of requests."],
  ...at(["QueryMemoryRequest", "QueryRequest"], "location", [
    "No record has a place yet: anything but null, or a filter of nulls, is refused. Default: null.",
  ]),
  ...at(places, "near", ["The place that records must be near to. None has a place yet: null alone is taken. Default: null."]),
  ...at(places, "within", ["The area that records must lie in. None has a place yet: null alone is taken. Default: null."]),

  "ContextRequest.config": ["Models by stage, limits and times of the context. Default: those of the deployment."],
  "ContextRequest.policy": ["What keys and principals of the context may do. Default: each field's default."],
  "ContextRequest.adminExternalId": ["The caller's own id of the context's first administrator. Default: none.", "user-1"],
  "ContextChangeRequest.displayName": ["The name that people are shown. Default: unchanged.", "Planner"],
  "ContextChangeRequest.config": [
    "Models by stage, limits and times of the context, merged into those that are there: null removes one. Default: unchanged.",
  ],
  "ContextChangeRequest.policy": [
    "What keys and principals of the context may do, merged into what is there: null brings a field's default back. Default: unchanged.",
  ],
  "ContextPolicyRequest.allowSelfServiceKeys": ["Whether principals may make keys of their own. Default true."],
  "ContextPolicyRequest.maxTokenTtlSeconds": ["The longest life of a key or token, in seconds. Default: no bound.", 2_592_000],
  "ContextPolicyRequest.delegation": [
    "Whom principals may act for: everybody (`any`, default), or those of `delegationTargets` (`listed`).",
  ],
  "ContextPolicyRequest.delegationTargets": [
    "The ids of the principals who may be acted for, under `listed`. Default: nobody.",
    principal,
  ],
  "RegisterScopeRequest.displayName": ["The name that people are shown. Default: none.", "Support"],
  "RegisterScopeRequest.description": ["For people: what it is. Default: none.", "The support team"],
  "PrincipalRequest.grants": ["Each verb with the paths over which it is held. Default: none.", { "memory:read": ["org/acme"] }],
  "PrincipalRequest.externalId": ["The caller's own id of the principal. Default: none.", "user-4711"],
  "PrincipalChangeRequest.displayName": ["The name that people are shown. Default: unchanged.", "Planner"],
  "PrincipalChangeRequest.kind": [
    "What the principal is, a word such as `agent`, `user` or `service`. Default: unchanged.",
    "agent",
  ],
  "PrincipalChangeRequest.grants": [
    "Each verb with the paths over which it is held, in the place of those that are there. Default: unchanged.",
    { "memory:read": ["org/acme"] },
  ],
  "PrincipalChangeRequest.externalId": ["The caller's own id of the principal. Default: unchanged.", "user-4711"],
  "getContextUsage.month": ["The month, in UTC. Default: the current one.", "2026-03"],

  "FactsRequest.triples": ["With `infer=triples`, which needs them: the facts themselves. Default: none."],
  "QueryMemoryRequest.source": [
    "A label that the trace keeps. It does not bear on the order. Default: an empty text.",
    "agent:planner",
  ],
  "QueryMemoryRequest.sessionId": ["The conversation in which it is asked, for the trace. Default: none.", session],
  "QueryRequest.filter.documentIds": ["Only these documents. Default: all.", "document:01jq3m9c7v5k2x8d4b6n0r1t9w"],
  "QueryRequest.filter.mimeType": ["Only documents of these media types. Default: all.", "text/markdown"],
  "DocumentUploadForm.metadata": ["What is known of the document beside its bytes. Default: nothing; each field has its own."],
  "UploadMetadata.source": [
    "Where it comes from, for people: an address, a system. Default: an empty text.",
    "https://example.com/timetable",
  ],
  "UploadMetadata.filename": ["The file's name. Default: that of the form's part.", "timetable.md"],
  "CreateSessionRequest.metadata": ["Fields of the caller's own, kept as they are. Default: none."],
  "AliasRequest.reason": ["Why, in words. Default: none.", "She said so on the phone."],
  "UndoMergeRequest.reason": ["Why, in words. Default: none.", "She said so on the phone."],
  "ResolveUncertaintyRequest.chosen": [
    "The ids of the facts that were found right. Default: none; `value` or `same` says what is.",
    "attribute:01jq3m9c7v5k2x8d4b6n0r1t9w",
  ],
  "ResolveUncertaintyRequest.same": [
    "Where it is whether two are the same (`key` is `same_as`), and needed there: true merges them, false keeps them apart for good. It stands alone with its reason. Default: not said.",
  ],
  "CorrectionRequest.old": [
    "The value that is wrong; needed where the key holds several. Default: the one that it holds.",
    "Porto",
  ],
  "ScopeForgetRequest.path": ["Which scope to forget. Without it, or with null, nothing is erased: 400.", "org/acme"],
  "ElaborateRequest.entityRef": [
    "The entity to think about, by name or id. Not together with `sweep`. Default: none; entities are gone through.",
    "Person/Mina",
  ],
  "listKeywords.q": ["Only keywords that hold this text. Default: all.", "travel"],
  "listDocuments.status": ["Only documents in this state. Default: in any."],
  "listDocuments.mimeType": ["Only documents of this media type. Default: of any.", "text/markdown"],
  "listEntities.type": ["Only entities of this type. Default: of any.", "Person"],
  "listUncertainties.status": ["Only those in this state. Default: in any."],
  "listUncertainties.owner": ["Only those that this principal sees to. Default: whoever does.", principal],
  "listUncertainties.entity": ["Only those about this entity, by name or id. Default: about any.", "Person/Mina"],
  "listTraces.kind": ["Only traces of this kind. Default: of any."],
  "listTraces.sessionId": ["Only traces of this conversation. Default: of any.", session],
};
