import type { Effect } from "../../interpret/effect.ts";
import { sin } from "../math/precise.ts";
import type { Position, Shape } from "../../values/value.ts";
import type { FunctionContext } from "../function.ts";

/** The radius of the earth at its equator in metres (WGS 84). */
const equatorialRadius = 6_378_137;

/** The area in square metres on a sphere, after Chamberlain and Duquette (JPL Publication 07-3). Others have their turns between two corners. */
export function* areaOf(shape: Shape, turn: FunctionContext["turn"]): Effect<number> {
  switch (shape.type) {
    case "Polygon":
      return yield* areaOfPolygon(shape.coordinates, turn);
    case "MultiPolygon":
      return yield* sumOf(shape.coordinates, (polygon) => areaOfPolygon(polygon, turn));
    case "GeometryCollection":
      return yield* sumOf(shape.geometries, (part) => areaOf(part, turn));
    default:
      return 0;
  }
}

function* sumOf<T>(parts: readonly T[], areaOfPart: (part: T) => Effect<number>): Effect<number> {
  let sum = 0;
  for (const part of parts) sum += yield* areaOfPart(part);
  return sum;
}

function* areaOfPolygon([outer, ...holes]: readonly (readonly Position[])[], turn: FunctionContext["turn"]): Effect<number> {
  const missing = yield* sumOf(holes, function* areaOfHole(hole) {
    return Math.abs(yield* areaOfRing(hole, turn));
  });
  return Math.abs(yield* areaOfRing(outer ?? [], turn)) - missing;
}

function* areaOfRing(ring: readonly Position[], turn: FunctionContext["turn"]): Effect<number> {
  if (ring.length < 3) return 0;
  const radians = (degrees: number): number => degrees * (Math.PI / 180);
  const place = (at: number): Position => ring[at % ring.length] as Position;
  let total = 0;
  for (let at = 0; at < ring.length; at += 1) {
    yield* turn();
    total += (radians(place(at + 2)[0]) - radians(place(at)[0])) * sin(radians(place(at + 1)[1]));
  }
  return (total * equatorialRadius * equatorialRadius) / -2;
}
