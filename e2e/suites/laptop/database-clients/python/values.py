"""Values of each kind, there and back."""

import math
import uuid
from datetime import datetime, timezone
from decimal import Decimal

from surrealdb import Duration, Range, RecordID, Table
from surrealdb.data.types.geometry import (
    GeometryCollection,
    GeometryLine,
    GeometryMultiLine,
    GeometryMultiPoint,
    GeometryMultiPolygon,
    GeometryPoint,
    GeometryPolygon,
)
from surrealdb.data.types.range import BoundExcluded, BoundIncluded

from checks import World, same

a, b, c = GeometryPoint(0.5, 1.0), GeometryPoint(4.0, 1.25), GeometryPoint(4.0, -6.0)
line, ring = GeometryLine(a, b, c), GeometryLine(a, b, c, a)
some_uuid = uuid.UUID("018e0c1e-7a54-7c3a-9b1e-2f6d9c0b7a11")

VALUES = [
    None,
    True,
    42,
    -(2**63),
    2**63 - 1,
    1.5,
    math.inf,
    Decimal("123456789012345678.123456789"),
    "é ' \" \\ \n 🦀",
    "person:mina",
    b"\x00\x01\xfe\xff",
    Duration.parse("1w2d3h4m5s6ms7us8ns"),
    datetime(2024, 2, 29, 12, 34, 56, 123456, timezone.utc),
    datetime(1969, 12, 31, 23, 59, 59, 500000, timezone.utc),
    some_uuid,
    [1, [2, "x"], []],
    {"a": 1, "b": {"c": [True]}, "d e": "f"},
    Table("person"),
    RecordID("person", "mina"),
    RecordID("my table", "8424-x y"),
    RecordID("person", 1),
    RecordID("person", some_uuid),
    RecordID("at", ["oslo", 5, datetime(2024, 1, 1, tzinfo=timezone.utc)]),
    Range(BoundIncluded(1), BoundExcluded(5)),
    Range(BoundIncluded(1), BoundIncluded(5)),
    a,
    line,
    GeometryPolygon(ring),
    GeometryMultiPoint(a, b),
    GeometryMultiLine(line, ring),
    GeometryMultiPolygon(GeometryPolygon(ring)),
    GeometryCollection(a, line, GeometryPolygon(ring)),
]


async def values(world: World) -> None:
    db = await world.connect()
    for at, value in enumerate(VALUES):
        same(await db.query("RETURN $value", {"value": value}), value)
        if value is None:
            continue
        stored = RecordID("kept", at)
        same((await db.upsert(stored, {"value": value}))["value"], value)
        same((await db.select(stored))[0]["value"], value)
    same(await db.query("RETURN type::of($value)", {"value": Decimal("1.50")}), "decimal")
    same(await db.query("RETURN 1.5dec"), Decimal("1.5"))
    same(await db.query("RETURN 0s"), Duration(0))
    same(await db.query("RETURN 1h30m"), Duration.parse("1h30m"))
    same(await db.query("RETURN d'2024-01-01T00:00:00Z'"), datetime(2024, 1, 1, tzinfo=timezone.utc))
