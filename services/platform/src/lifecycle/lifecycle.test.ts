import { expect, it } from "@jest/globals";
import { silentLogger } from "../telemetry/index.ts";
import { createLifecycle } from "./index.ts";

const exits = () => {
  const codes: number[] = [];
  return { codes, lifecycle: createLifecycle(silentLogger(), (code) => codes.push(code)) };
};
const sleep = (ms: number) => new Promise((go) => setTimeout(go, ms));

it("ends the process where a part does not close in time", async () => {
  const { codes, lifecycle } = exits();
  lifecycle.onClose("database", () => new Promise(() => undefined));
  lifecycle.endWithin(30);
  void lifecycle.close();
  for (const end = Date.now() + 15_000; codes.length === 0 && Date.now() < end;) await sleep(5);
  expect(codes).toEqual([1]);
});

it("leaves the end to the process where all is closed in time, whether or not a part fails", async () => {
  const { codes, lifecycle } = exits();
  const closed: string[] = [];
  lifecycle.onClose("database", () => void closed.push("database"));
  lifecycle.onClose("listener", () => Promise.reject(new Error("closed already")));
  lifecycle.endWithin(50);
  await lifecycle.close();
  await sleep(100);
  expect({ closed, codes }).toEqual({ closed: ["database"], codes: [] });
});
