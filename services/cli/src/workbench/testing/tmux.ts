/** A real terminal for tests: tmux runs a program in a window of a given size and tells what is on its screen. */
import { execFile } from "node:child_process";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";

const execute = promisify(execFile);
const limitMs = 120_000;

export interface Window {
  /** The rows of the screen, without spaces at their ends. */
  screen(): Promise<readonly string[]>;
  /** Waits until the screen holds this, and gives it. */
  until(wanted: RegExp): Promise<string>;
  /** Types a text as it is. */
  type(text: string): Promise<void>;
  /** Presses keys by tmux's names: Enter, Tab, Down, C-c. */
  press(...keys: string[]): Promise<void>;
  resize(columns: number, rows: number): Promise<void>;
  /** Whether the alternate screen is shown. */
  isAlternate(): Promise<boolean>;
  close(): Promise<void>;
}

export interface WindowOptions {
  readonly columns: number;
  readonly rows: number;
  /** A line for the shell. */
  readonly command: string;
  readonly env: Readonly<Record<string, string>>;
}

/** @param name tells this tmux server from others */
export async function openWindow(name: string, { columns, rows, command, env }: WindowOptions): Promise<Window> {
  const tmux = async (...args: string[]) => (await execute("tmux", ["-L", name, "-f", "/dev/null", ...args])).stdout;
  const variables = Object.entries(env).flatMap(([key, value]) => ["-e", `${key}=${value}`]);
  const size = ["-x", String(columns), "-y", String(rows)];
  // The shell stays for a while, so that what the program leaves behind can be seen.
  await tmux("new-session", "-d", ...size, ...variables, `${command}; echo "ended with $?"; sleep 600`);
  const screen = async () => (await tmux("capture-pane", "-p")).replace(/\n$/, "").split("\n");
  return {
    screen,
    async until(wanted) {
      const end = Date.now() + limitMs;
      for (;;) {
        const text = (await screen()).join("\n");
        if (wanted.test(text)) return text;
        if (Date.now() > end) throw new Error(`${String(wanted)} did not come; the screen is\n${text}`);
        await pause(100);
      }
    },
    async type(text) {
      await tmux("send-keys", "-l", text);
    },
    async press(...keys) {
      for (const key of keys) await tmux("send-keys", key);
    },
    async resize(newColumns, newRows) {
      await tmux("resize-window", "-x", String(newColumns), "-y", String(newRows));
    },
    async isAlternate() {
      return (await tmux("display-message", "-p", "#{alternate_on}")).trim() === "1";
    },
    async close() {
      await tmux("kill-server");
    },
  };
}
