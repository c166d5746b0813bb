"""A check that schemathesis does not bring: why a request that fits its schema may be refused all the same."""

import re

import schemathesis

# What no JSON Schema can say, as the server words it in `errors[].detail`: how fields stand to one another, and what is there.
UNSAYABLE = re.compile(
    r".*/validUntil must be later than validFrom"
    r"|/triples is taken with infer=triples only"
    r"|/triples must hold at least one triple when infer is triples"
    r"|/text must not be empty"
    r"|/value stands in the place of chosen; give one"
    r"|/grants/.* is wider than what is held"
    r"|/after is not the `next` of a page of this list"
    r"|/\d+ .*| The file is empty\."  # an import
    r"|.* is not registered"
    r"|/path is the root, which every context has"
    r"|.* holds a NUL character"
    r"|/id is not the id in the path"
    r"|/sessionId is another session than the path's"
    r"|.*/scopes a new version keeps its document's scopes"
    r"|/headers/idempotency-key is not taken with a stream.*"
    r"|/headers/x-service-on-behalf-of must name a principal"
    r"|/scope is not taken here: a trace belongs to no scope"
    r"|(?:/metadata)?/user stands in the place of (?:scope|scopes|lens|path); give one"
)


@schemathesis.serializer("application/x-ndjson")
def lines(context, value):
    """An import's body, which the document knows as bytes."""
    return value if isinstance(value, bytes) else str(value).encode()


@schemathesis.hook
def before_call(context, case, kwargs):
    """Keeps good requests from what would only be refused, and from erasing what all the others ask for."""
    if case.meta is None or not case.meta.generation.mode.is_positive:
        return
    operation = case.operation.definition.raw.get("operationId")
    for fields in (case.query, case.body):
        if not isinstance(fields, dict):
            continue
        if str(fields.get("validFrom") or "") >= str(fields.get("validUntil") or "~"):
            del fields["validUntil"]
        # A cursor is opaque: only a list knows its own.
        fields.pop("after", None)
    # The tester holds the envelope of an event against the schema of its data; the events are tested with the chat.
    if isinstance(case.body, dict) and "message" in case.body:
        case.body.pop("stream", None)
    if isinstance(case.body, dict) and operation == "forget":
        case.body["dryRun"] = True
    if isinstance(case.body, dict) and operation == "forgetScope":
        case.body["path"] = "team/other"


@schemathesis.check
def refused_only_for_what_no_schema_can_say(ctx, response, case):
    meta = case.meta
    if response.status_code != 400 or meta is None or not meta.generation.mode.is_positive:
        return
    errors = response.json().get("errors") or [{"pointer": "", "detail": response.json()["detail"]}]
    wrong = [error for error in errors if not UNSAYABLE.fullmatch(f"{error['pointer']} {error['detail']}")]
    if wrong:
        raise AssertionError(f"The document allows this, the server does not: {wrong}")
