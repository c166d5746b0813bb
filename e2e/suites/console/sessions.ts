import { describe, expect, it } from "@jest/globals";
import { barriers, overhang, type ConsoleWorld } from "./world.ts";

const question = "Where does Mina Duarte live?";

export function sessionsPage(world: () => ConsoleWorld): void {
  describe("the page Chat", () => {
    it("answers as it comes, with sources that open, and keeps the session", async () => {
      await world().visit("sessions/new", async (page) => {
        await page.getByLabel("Message").fill(question);
        await page.keyboard.press("Enter");
        const log = page.getByRole("log", { name: "Conversation" });
        await log.getByText("Lisbon").first().waitFor();
        await page.waitForURL(/\/sessions\/session:/);
        await log
          .getByRole("button", { name: /^Source S/ })
          .first()
          .click();
        const source = page.getByRole("dialog", { name: /^Source S/ });
        await source.getByText(/score/).waitFor();
        await source.getByText(/Mina/).first().waitFor();
        await page.keyboard.press("Escape");
        await page.getByRole("status", { name: "Reply" }).getByText("Lisbon").waitFor({ state: "attached" });
        await log.getByRole("link", { name: "Trace" }).click();
        await page.getByRole("heading", { name: question }).waitFor();
        await page.goBack();
        await page.getByRole("log").getByText(question).waitFor();
      });
    });

    it("stops a reply, and asks again", async () => {
      await world().visit("sessions/new", async (page) => {
        // The server does not answer before it is stopped.
        const stopped = Promise.withResolvers<undefined>();
        await page.route("**/chat", async (route) => {
          await stopped.promise;
          await route.continue().catch(() => undefined);
        });
        await page.getByLabel("Message").fill(question);
        await page.getByRole("button", { name: "Send" }).click();
        await page.getByRole("button", { name: "Stop" }).click();
        await page.getByText("Stopped.", { exact: true }).waitFor();
        stopped.resolve(undefined);
        await page.unrouteAll({ behavior: "ignoreErrors" });
        await page.getByRole("button", { name: "Ask again" }).click();
        await page.getByRole("log").getByText("Lisbon").first().waitFor();
      });
    });

    it("tells of an error in the middle of a reply, and keeps what came", async () => {
      await world().visit("sessions/new", async (page) => {
        const problem = {
          type: "urn:loci:problem:unavailable",
          title: "A model did not answer",
          status: 503,
          detail: "Ask again.",
          traceId: "abc",
        };
        const frames = [
          ["trace", { traceId: "trace:1", sessionId: "session:1" }],
          ["delta", { delta: "Mina lives " }],
          ["error", problem],
        ] as const;
        const body = frames.map(([event, data]) => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`).join("");
        await page.route("**/chat", (route) => route.fulfill({ status: 200, contentType: "text/event-stream", body }));
        await page.getByLabel("Message").fill(question);
        await page.keyboard.press("Enter");
        await page.getByRole("alert").getByText("A model did not answer").waitFor();
        await page.getByText("Mina lives").waitFor();
        await page.getByRole("button", { name: "Try again" }).waitFor();
      });
    });

    it("lists sessions, shows what was said, and deletes one", async () => {
      const { id } = await world().loci.sessions.create();
      await world().loci.sessions.chat(id, question);
      await world().visit(`sessions/${id}`, async (page) => {
        const log = page.getByRole("log");
        await log.getByText(question).waitFor();
        await log
          .getByText(/Lisbon/)
          .first()
          .waitFor();
        const current = page.getByRole("list", { name: "Sessions" }).locator('[aria-current="true"]');
        await current.first().waitFor();
        expect(await current.count()).toBe(1);
        expect(await current.first().textContent()).toContain(question);
        await page.getByRole("button", { name: "Delete session" }).click();
        await page.getByRole("dialog").getByRole("button", { name: "Delete", exact: true }).click();
        await page.waitForURL(/\/sessions\/new$/);
      });
      await expect(world().loci.sessions.get(id)).rejects.toMatchObject({ code: "not_found" });
    });

    it("erases a session for good, and says how much that was", async () => {
      const { id } = await world().loci.sessions.create();
      await world().loci.call("addTurn", {
        path: { sessionId: id },
        body: { role: "user", content: "Olga Brandt lives in Faro." },
      });
      await world().visit(`sessions/${id}`, async (page) => {
        await page.getByRole("button", { name: "Delete session" }).click();
        const dialog = page.getByRole("dialog");
        await dialog.getByText("its history stays for the audit").waitFor();
        await dialog.getByRole("radio", { name: "Erase for good (purge)" }).check();
        expect(await barriers(page)).toEqual([]);
        await dialog.getByRole("button", { name: "Erase for good" }).click();
        await dialog
          .getByRole("list", { name: "Erased rows" })
          .getByText(/^turn: 1$/)
          .waitFor();
        await dialog.getByRole("button", { name: "Close" }).last().click();
        await page.waitForURL(/\/sessions\/new$/);
      });
      await expect(world().loci.sessions.get(id)).rejects.toMatchObject({ code: "not_found" });
    });

    it("keeps what was said before this visit when one comes back to a session in it", async () => {
      const { id } = await world().loci.sessions.create();
      await world().loci.sessions.chat(id, question);
      await world().visit(`sessions/${id}`, async (page) => {
        const log = page.getByRole("log");
        const asked = log.getByText(question, { exact: true });
        await asked.waitFor();
        await page.getByLabel("Message").fill("Where does Ravi Menon live?");
        await page.keyboard.press("Enter");
        await log.getByRole("link", { name: "Trace" }).waitFor();
        await page.getByRole("link", { name: "New session" }).click();
        await asked.waitFor({ state: "detached" });
        await page.getByRole("list", { name: "Sessions" }).locator(`a[href$="${id}"]`).click();
        await log.getByText("Where does Ravi Menon live?").waitFor();
        await asked.waitFor();
        expect(await log.getByText("Where does Ravi Menon live?").count()).toBe(1);
      });
    });

    it.each(["light", "dark"] as const)("keeps nobody out in %s", async (colors) => {
      await world().visit(
        "sessions/new",
        async (page) => {
          await page.getByLabel("Message").fill(question);
          await page.keyboard.press("Enter");
          const source = page.getByRole("button", { name: /^Source S/ }).first();
          await source.click();
          await page.getByRole("dialog", { name: /^Source S/ }).waitFor();
          expect(await barriers(page)).toEqual([]);
        },
        { colors },
      );
    });

    it("shows the sessions or one of them on a phone", async () => {
      await world().visit(
        "sessions",
        async (page) => {
          await page.getByRole("list", { name: "Sessions" }).getByRole("link").first().click();
          await page.getByLabel("Message").waitFor();
          expect(await overhang(page)).toBe(0);
          await page.getByRole("link", { name: "All sessions" }).click();
          await page.getByRole("list", { name: "Sessions" }).waitFor();
        },
        { phone: true },
      );
    });
  });
}
