import type { Builder, Offset } from "flatbuffers";
import type { Position, Shape } from "../value.ts";
import { shapeKind } from "./flatbuffers-layout.ts";
import type { FlatTable } from "./flatbuffers-read.ts";
import { addList, addTable, addUnion, addVector, floatField, offsetField } from "./flatbuffers-tables.ts";
import { invalidFlatbuffers } from "../../messages/codec.ts";
import type { Pausing } from "../../turns.ts";

/** Adds a geometry: its kind, and what it is made of. */
export function addGeometry(builder: Builder, shape: Shape): Offset {
  return addUnion(builder, { kind: shapeKind[shape.type], table: addShape(builder, shape) });
}

function addShape(builder: Builder, shape: Shape): Offset {
  const each = <T>(add: (builder: Builder, part: T) => Offset, parts: readonly T[]): Offset =>
    addList(
      builder,
      parts.map((part) => add(builder, part)),
    );
  switch (shape.type) {
    case "Point":
      return addPoint(builder, shape.coordinates);
    case "LineString":
      return addLine(builder, shape.coordinates);
    case "Polygon":
      return addPolygon(builder, shape.coordinates);
    case "MultiPoint":
      return each(addPoint, shape.coordinates);
    case "MultiLineString":
      return each(addLine, shape.coordinates);
    case "MultiPolygon":
      return each(addPolygon, shape.coordinates);
    case "GeometryCollection":
      return each(addGeometry, shape.geometries);
  }
}

function addPoint(builder: Builder, [longitude, latitude]: Position): Offset {
  return addTable(builder, [floatField(builder, longitude), floatField(builder, latitude)]);
}

function addLine(builder: Builder, positions: readonly Position[]): Offset {
  const points = positions.map((position) => addPoint(builder, position));
  return addList(builder, points);
}

function addPolygon(builder: Builder, [outer = [], ...inner]: readonly (readonly Position[])[]): Offset {
  const exterior = addLine(builder, outer);
  const interiors = addVector(
    builder,
    inner.map((ring) => addLine(builder, ring)),
  );
  return addTable(builder, [offsetField(builder, exterior), offsetField(builder, interiors)]);
}

/** Reads what `addGeometry` adds; `depth`: so many collections may lie within one another. */
export function* readGeometry(geometry: FlatTable, depth: number): Pausing<Shape> {
  const shape = geometry.table(1);
  switch (geometry.byte(0)) {
    case shapeKind.Point:
      return { type: "Point", coordinates: yield* readPoint(shape) };
    case shapeKind.LineString:
      return { type: "LineString", coordinates: yield* readLine(shape) };
    case shapeKind.Polygon:
      return { type: "Polygon", coordinates: yield* readPolygon(shape) };
    case shapeKind.MultiPoint:
      return { type: "MultiPoint", coordinates: yield* shape.tables(0, readPoint) };
    case shapeKind.MultiLineString:
      return { type: "MultiLineString", coordinates: yield* shape.tables(0, readLine) };
    case shapeKind.MultiPolygon:
      return { type: "MultiPolygon", coordinates: yield* shape.tables(0, readPolygon) };
    case shapeKind.GeometryCollection:
      if (depth === 0) throw invalidFlatbuffers();
      return { type: "GeometryCollection", geometries: yield* shape.tables(0, (part) => readGeometry(part, depth - 1)) };
    default:
      throw invalidFlatbuffers();
  }
}

function* readPoint(point: FlatTable): Pausing<Position> {
  return [point.float(0), point.float(1)];
}

function* readLine(line: FlatTable): Pausing<readonly Position[]> {
  return yield* line.tables(0, readPoint);
}

function* readPolygon(polygon: FlatTable): Pausing<readonly (readonly Position[])[]> {
  return [yield* readLine(polygon.table(0)), ...(yield* polygon.tables(1, readLine))];
}
