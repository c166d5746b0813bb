/**
 * The workflows. This code is run again from its history whenever a worker takes a workflow up, so it must do the same for every history
 * that is still open: what changes the order of its commands goes behind `patched("…")`, and src/replay.test.ts replays saved histories.
 */
export { submitScheduled } from "./scheduled.ts";
// Of every type that has no workflow of its name: the type is the pipeline's name.
export { runPipeline as default } from "./pipeline.ts";
