import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import type { McpWorld } from "./world.ts";

/**
 * Scenarios that ask for what this server does not have and does not announce: tools of the suite's own (test_simple_text and so
 * on), prompts, resources, completions, log levels, questions to the client in the middle of a call, and sessions.
 */
const doNotApply = [
  "logging-set-level",
  "completion-complete",
  "tools-call-simple-text",
  "tools-call-image",
  "tools-call-audio",
  "tools-call-embedded-resource",
  "tools-call-mixed-content",
  "tools-call-with-logging",
  "tools-call-error",
  "tools-call-with-progress",
  "tools-call-sampling",
  "tools-call-elicitation",
  "elicitation-sep1034-defaults",
  "elicitation-sep1330-enums",
  "server-sse-multiple-streams",
  "resources-list",
  "resources-read-text",
  "resources-read-binary",
  "resources-templates-read",
  "resources-subscribe",
  "resources-unsubscribe",
  "prompts-list",
  "prompts-get-simple",
  "prompts-get-with-args",
  "prompts-get-embedded-resource",
  "prompts-get-with-image",
];

/** The protocol's own suite. It fails for a scenario that fails and is not listed, and for one that is listed and passes. */
export function conformance(given: () => McpWorld): void {
  describe("the protocol's conformance suite", () => {
    it("finds nothing wrong in what applies here", async () => {
      const world = given();
      const baseline = join(world.folder, "baseline.yml");
      await writeFile(baseline, `server:\n${doNotApply.map((name) => `  - ${name}\n`).join("")}`);
      const args = ["server", "--url", world.openUrl, "--expected-failures", baseline, "-o", join(world.folder, "results")];
      const { code, out } = await world.run("@modelcontextprotocol/conformance/dist/index.js", args);
      for (const passed of ["server-initialize", "ping", "tools-list"]) {
        expect(out).toContain(`✓ ${passed}: 1 passed, 0 failed`);
      }
      expect(out).toContain("✓ dns-rebinding-protection: 2 passed, 0 failed");
      expect({ code, out: code === 0 ? "" : out }).toEqual({ code: 0, out: "" });
    });
  });
}
