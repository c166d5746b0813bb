"""Makes what is generated in this package: types and operations from the API document, the sync client from the async one.

    python generate.py           writes it
    python generate.py --check   fails where what is committed differs

Needs the packages of the group ``dev`` in pyproject.toml.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

here = Path(__file__).parent
package = here / "src" / "loci_client"
document = json.loads((here.parent / "openapi.json").read_text())
note = "# Made by generate.py from clients/openapi.json.\n"

Schema = dict[str, Any]
#: Filled in by the client itself, for each request.
own_parameters = {"contextId"}


def pascal(name: str) -> str:
    return name[0].upper() + name[1:]


def resolved(value: Any) -> Any:
    """What a reference stands for; anything else stays as it is."""
    while isinstance(value, dict) and "$ref" in value:
        found: Any = document
        for segment in value["$ref"].removeprefix("#/").split("/"):
            found = found[segment]
        value = found
    return value


def operations() -> list[tuple[str, str, Any]]:
    return [(method.upper(), path, row) for path, item in document["paths"].items() for method, row in item.items()]


def json_schema(content_of: Any) -> Schema | None:
    content = resolved(content_of).get("content", {}) if content_of else {}
    found: Schema | None = content.get("application/json", {}).get("schema")
    return found


def success(row: Any) -> Any:
    return next((answer for status, answer in row["responses"].items() if status.startswith("2")), None)


def query_schema(row: Any) -> Schema | None:
    """The query's parameters as one object. Numbers travel as text, and may be given as numbers."""
    given = [resolved(parameter) for parameter in row.get("parameters", [])]
    wanted = [parameter for parameter in given if parameter["in"] == "query"]
    if not wanted:
        return None
    numeric = {"anyOf": [{"type": "integer"}, {"type": "string"}]}
    properties = {
        parameter["name"]: numeric if "pattern" in parameter["schema"] else parameter["schema"] for parameter in wanted
    }
    required = [parameter["name"] for parameter in wanted if parameter.get("required")]
    return {"type": "object", "properties": properties, "required": required}


def path_names(row: Any) -> list[str]:
    given = [resolved(parameter) for parameter in row.get("parameters", [])]
    names = [parameter["name"] for parameter in given if parameter["in"] == "path"]
    return [name for name in names if name not in own_parameters]


def narrowed(schema: Any) -> Any:
    """Without what a type of Python does not tell: lengths, patterns, defaults."""
    if isinstance(schema, list):
        return [narrowed(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    silent = {"maxLength", "minLength", "pattern", "minimum", "maximum", "maxItems", "minItems", "format", "default"}
    silent |= {"exclusiveMinimum", "exclusiveMaximum", "propertyNames", "examples", "title"}
    silent |= {"additionalProperties"} if schema.get("additionalProperties") is False else set()
    kept = {}
    for name, value in schema.items():
        if name == "properties":
            kept[name] = {field: narrowed(each) for field, each in value.items()}
        elif name not in silent:
            kept[name] = narrowed(value)
    return kept


def hoisted() -> dict[str, Schema]:
    """Every schema under a name: the document's own, and those that stand inside an operation."""
    schemas: dict[str, Schema] = dict(document["components"].get("schemas", {}))
    for _, _, row in operations():
        name = pascal(row["operationId"])
        inline = {
            f"{name}Query": query_schema(row),
            f"{name}RequestBody": json_schema(row.get("requestBody")),
            f"{name}Answer": json_schema(success(row)),
        }
        for title, schema in inline.items():
            if schema and "$ref" not in schema:
                schemas[title] = schema
    return {name: narrowed(schema) for name, schema in schemas.items()}


def types() -> str:
    """TypedDicts of all schemas, by datamodel-code-generator."""
    whole = {"openapi": "3.1.0", "info": {"title": "Loci", "version": "1"}, "paths": {}}
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder, "openapi.json"), Path(folder, "types.py")
        source.write_text(json.dumps({**whole, "components": {"schemas": hoisted()}}))
        options = "--input-file-type openapi --openapi-scopes schemas --output-model-type typing.TypedDict"
        options += " --target-python-version 3.10 --use-standard-collections --use-union-operator --disable-timestamp"
        options += " --enum-field-as-literal all --use-schema-description --use-field-description --use-title-as-name --formatters builtin"
        generator = [sys.executable, "-m", "datamodel_code_generator", *options.split()]
        subprocess.run([*generator, "--input", str(source), "--output", str(target)], check=True)
        text = target.read_text().replace("NotRequired, TypedDict", "NotRequired, TypeAlias, TypedDict", 1)
    return note + re.sub(r"\A(#.*\n)+", "", text).rstrip() + "\n\n\n" + answer_names()


def answer_names() -> str:
    """Each operation's answer has a name made of the operation's, whatever the schema's own is."""
    lines = []
    for _, _, row in operations():
        name = f"{pascal(row['operationId'])}Answer"
        schema = json_schema(success(row))
        if not schema or "$ref" in schema:
            lines.append(f"{name}: TypeAlias = {name_of(schema, name)}\n")
    return "".join(lines)


def name_of(schema: Schema | None, inline: str) -> str:
    if not schema:
        return "Any"
    reference = schema.get("$ref")
    return str(reference).rsplit("/", 1)[-1] if reference else inline


def repetition(row: Any) -> str:
    return {"read": "reads", "write": "keyed"}.get(row["x-repeat"], "once")


def operation_table() -> str:
    rows = [
        f'    "{row["operationId"]}": Operation("{method}", "{path}", "{repetition(row)}"),\n'
        for method, path, row in operations()
    ]
    head = f'{note}"""Every operation of the API."""\n\nfrom ._request import Operation\n\n'
    return f"{head}operations: dict[str, Operation] = {{\n{''.join(rows)}}}\n"


def is_json(row: Any) -> bool:
    """Whether it takes and answers nothing but JSON; what moves bytes has a method of its own."""
    contents = [resolved(part).get("content", {}) for part in (row.get("requestBody"), success(row)) if part]
    return all("application/json" in content for content in contents if content)


def argument(name: str, annotation: str, is_required: bool) -> str:
    if annotation == "None":
        return f"{name}: None = None"
    return f"{name}: {annotation}" if is_required else f"{name}: {annotation} | None = None"


def calls() -> str:
    """The method ``call`` with one overload for each operation."""
    used: set[str] = set()
    overloads = []
    for _, _, row in operations():
        if not is_json(row):
            continue
        name = pascal(row["operationId"])
        body, query = row.get("requestBody"), query_schema(row)
        body_type = name_of(json_schema(body), f"{name}RequestBody") if body else "None"
        query_type = f"{name}Query" if query else "None"
        answer = success(row)
        has_body = answer is not None and "content" in resolved(answer)
        answer_type = f"{name}Answer" if has_body else "None"
        used |= {body_type, query_type, answer_type} - {"None", "Any"}
        arguments = [
            f'operation: Literal["{row["operationId"]}"]',
            "*",
            "path: Mapping[str, str]" if path_names(row) else "path: None = None",
            argument("query", query_type, bool(query and query["required"])),
            argument("body", body_type, bool(body and resolved(body).get("required"))),
            "idempotency_key: str | None = None",
        ]
        indented = "".join(f"        {each},\n" for each in ["self", *arguments])
        overloads.append(f"    @overload\n    async def call(\n{indented}    ) -> {answer_type}: ...\n")
    imports = "".join(f"    {name},\n" for name in sorted(used))
    return f'''{note}"""``call``: any operation of the API, typed by its name."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, Literal, overload

from .._types import (
{imports})


class AsyncCalls(ABC):
    @abstractmethod
    async def _call(
        self,
        operation: str,
        path: Mapping[str, str] | None,
        query: Any,
        body: Any,
        idempotency_key: str | None,
    ) -> Any: ...

{chr(10).join(overloads)}
    async def call(
        self,
        operation: str,
        *,
        path: Mapping[str, str] | None = None,
        query: Any = None,
        body: Any = None,
        idempotency_key: str | None = None,
    ) -> Any:
        """Any operation of the API document that speaks JSON, by its operationId; raises LociError where it fails."""
        return await self._call(operation, path, query, body, idempotency_key)
'''


#: What an async client says, and a sync one instead.
sync_words = {
    "AsyncIterator": "Iterator",
    "asynccontextmanager": "contextmanager",
    "aclose": "close",
    "aread": "read",
    "aiter_bytes": "iter_bytes",
    "aiter_sse": "iter_sse",
    "__aenter__": "__enter__",
    "__aexit__": "__exit__",
    "asyncio": "time",
    "async with": "with",
    "async for": "for",
    "async def": "def",
    "an async": "a sync",
}


def synchronous(text: str) -> str:
    for word, other in sync_words.items():
        text = re.sub(rf"\b{word}\b", other, text)
    text = re.sub(r"\bAsync([A-Z]\w*)", r"\1", text)
    return re.sub(r"\bawait ", "", text)


def generated() -> dict[Path, str]:
    files = {
        package / "_types.py": types(),
        package / "_operations.py": operation_table(),
        package / "_async" / "calls.py": calls(),
    }
    sources = {path: path.read_text() for path in (package / "_async").glob("*.py")}
    for path, text in {**sources, **files}.items():
        if path.parent.name == "_async":
            body = synchronous(text.removeprefix(note))
            files[package / "_sync" / path.name] = f"# Made by generate.py from _async/{path.name}.\n{body}"
    return files


def main() -> int:
    files = generated()
    stale = [path for path, text in files.items() if not path.exists() or path.read_text() != text]
    if "--check" in sys.argv[1:]:
        for path in stale:
            print(f"{path.relative_to(here)} is not what generate.py makes of its source: run it.")
        return 1 if stale else 0
    for path in stale:
        path.parent.mkdir(exist_ok=True)
        path.write_text(files[path])
        print(f"wrote {path.relative_to(here)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
