import type { Effect } from "../../interpret/effect.ts";
import { wrongArguments } from "../../messages/functions.ts";
import { Geometry, type Position, type Value } from "../../values/value.ts";
import { any, geometry, int, optional } from "../arguments.ts";
import { effect, family, pure, type Definition, type Family } from "../function.ts";
import { asin, atan2, cos, sin } from "../math/precise.ts";
import { areaOf } from "./area.ts";
import { centroidOf } from "./centroid.ts";
import { decodeGeohash, encodeGeohash } from "./geohash.ts";
import { positionsIn } from "./positions.ts";

/** Between two points; NONE for other shapes. */
const between = (run: (from: Position, to: Position) => number): Definition =>
  pure([geometry, geometry], ([from, to]) => {
    const [a, b] = [from.shape, to.shape];
    return a.type === "Point" && b.type === "Point" ? run(a.coordinates, b.coordinates) : undefined;
  });

const point = (position: Position): Geometry => new Geometry({ type: "Point", coordinates: position });

/** `geo::…`, on a sphere */
export const geo: Family = family("geo", {
  area: effect([geometry], function* ([{ shape }], { turn }): Effect<Value> {
    return yield* areaOf(shape, turn);
  }),
  bearing: between(bearing),
  centroid: pure([geometry], ([{ shape }]): Value => {
    const centre = centroidOf(shape);
    return centre === undefined ? undefined : point(centre);
  }),
  distance: between(distance),
  "hash::decode": pure([any], ([text]) => (typeof text === "string" ? point(decodeGeohash(text)) : undefined)),
  "hash::encode": pure([geometry, optional(int)], ([{ shape }, length = 12n]) => {
    if (length < 1n || length > 12n) {
      throw wrongArguments("geo::encode", "The second argument must be an integer greater than 0 and less than or equal to 12.");
    }
    return shape.type === "Point" ? encodeGeohash(shape.coordinates, Number(length)) : undefined;
  }),
  is_valid: pure([geometry], ([{ shape }]) =>
    positionsIn(shape).every(([longitude, latitude]) => Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90),
  ),
});

const radians = (degrees: number): number => degrees * (Math.PI / 180);

/** The mean radius of the earth in metres (IUGG). */
const meanRadius = 6_371_008.8;

/** Metres along the great circle (haversine). */
function distance([fromX, fromY]: Position, [toX, toY]: Position): number {
  const dx = sin(radians(toX - fromX) / 2);
  const dy = sin(radians(toY - fromY) / 2);
  const share = dy ** 2 + cos(radians(fromY)) * cos(radians(toY)) * dx ** 2;
  return meanRadius * 2 * asin(Math.sqrt(share));
}

/** The direction in which the great circle begins, in degrees from north: east is 90, west −90. */
function bearing([fromX, fromY]: Position, [toX, toY]: Position): number {
  const [a, b] = [radians(fromY), radians(toY)];
  const around = radians(toX) - radians(fromX);
  const east = sin(around) * cos(b);
  const north = cos(a) * sin(b) - sin(a) * cos(b) * cos(around);
  // By way of 0 to 360, which costs a digit that others lose too.
  const clockwise = (atan2(east, north) * (180 / Math.PI) + 360) % 360;
  return clockwise > 180 ? clockwise - 360 : clockwise;
}
