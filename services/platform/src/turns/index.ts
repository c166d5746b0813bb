export { createLine, type Line } from "./connection-line.ts";
/** How those who ask for the same scarce thing take turns. */
export { createFairQueue, type FairQueue } from "./fair-queue.ts";
export { createTurns, type InTurn } from "./in-turn.ts";
