/** Whether a process can do its work now: between its start and its end, and while what it needs answers. */
export interface Readiness {
  /** Names what the process cannot work without. */
  needs(name: string, answers: () => Promise<boolean>): void;
  /** Names what the process works without, though worse; it says what is wrong, in words that may be shown to anybody. */
  prefers(name: string, problem: () => string | undefined): void;
  /** Says why the process is still starting, in words that may be shown to anybody. */
  waits(reason: string): void;
  /** All is open. */
  serve(): void;
  /** The process is about to stop: whoever sends it work should look elsewhere. */
  leave(): void;
  /** What is to be told when it is. */
  onLeave(tell: () => void): void;
  state(): Promise<ReadinessState>;
}

export interface ReadinessState {
  readonly ok: boolean;
  /** Each with "ok", or what is wrong in words that may be shown to anybody. */
  readonly parts: Readonly<Record<string, string>>;
  /** What is wrong with what the process works without; empty where all is well. */
  readonly degraded: Readonly<Record<string, string>>;
}

export function createReadiness(): Readiness {
  const needed = new Map<string, () => Promise<boolean>>();
  const preferred = new Map<string, () => string | undefined>();
  const told: (() => void)[] = [];
  let phase: "starting" | "serving" | "stopping" = "starting";
  let reason: string | undefined;
  return {
    needs: (name, answers) => void needed.set(name, answers),
    prefers: (name, problem) => void preferred.set(name, problem),
    waits: (why) => void (reason = why),
    serve() {
      if (phase === "starting") phase = "serving";
    },
    leave() {
      if (phase === "stopping") return;
      phase = "stopping";
      for (const tell of told) tell();
    },
    onLeave: (tell) => void told.push(tell),
    async state() {
      const asked = [...needed].map(async ([name, answers]) => [name, (await answers()) ? "ok" : "does not answer"] as const);
      const parts = Object.fromEntries(await Promise.all(asked));
      const wrong = phase !== "serving" || Object.values(parts).some((state) => state !== "ok");
      const server = phase === "starting" && reason !== undefined ? `starting: ${reason}` : phase;
      const problems = [...preferred].flatMap(([name, problem]) => {
        const said = problem();
        return said === undefined ? [] : [[name, said] as const];
      });
      return { ok: !wrong, parts: phase === "serving" ? parts : { server, ...parts }, degraded: Object.fromEntries(problems) };
    },
  };
}
