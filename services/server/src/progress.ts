/** How far a long command came: a line that is written over on a terminal, a plain line now and then anywhere else. */

export interface Screen {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

export interface Progress {
  /** @param total 0 where it is not known */
  begin(what: string, total: number): void;
  add(done: number): void;
  /** Says how much was done, and in what time. */
  end(): void;
}

const plainEveryMs = 10_000;
const drawnEveryMs = 100;
const barWidth = 24;

/** @param clock milliseconds */
export function createProgress(screen: Screen, clock: () => number, unit: string): Progress {
  const isTerminal = screen.isTTY === true;
  let what = "";
  let total = 0;
  let done = 0;
  let begunAt = 0;
  let shownAt = 0;

  const line = (): string => {
    const seconds = Math.max(0.001, (clock() - begunAt) / 1_000);
    const rate = done / seconds;
    const of = total > 0 ? `${done}/${total}` : String(done);
    const left = total > done && rate > 0 ? `, ${duration((total - done) / rate)} left` : "";
    return `${what}  ${of} ${unit}, ${rate >= 10 ? Math.round(rate) : rate.toFixed(1)}/s${left}`;
  };
  const show = (): void => {
    shownAt = clock();
    screen.write(isTerminal ? `\r\x1b[2K${bar(done, total)}${line()}`.slice(0, (screen.columns ?? 120) + 5) : `${line()}\n`);
  };

  return {
    begin(named, all) {
      [what, total, done, begunAt, shownAt] = [named, all, 0, clock(), clock()];
      if (isTerminal) show();
    },
    add(more) {
      done += more;
      if (clock() - shownAt >= (isTerminal ? drawnEveryMs : plainEveryMs)) show();
    },
    end() {
      const text = `${what}  ${done} ${unit} in ${duration((clock() - begunAt) / 1_000)}`;
      screen.write(isTerminal ? `\r\x1b[2K${text}\n` : `${text}\n`);
    },
  };
}

function bar(done: number, total: number): string {
  if (total <= 0) return "";
  const full = Math.min(barWidth, Math.floor((barWidth * done) / total));
  return `[${"#".repeat(full)}${"-".repeat(barWidth - full)}] `;
}

/** Seconds as people say them. */
export function duration(seconds: number): string {
  if (seconds < 1) return "less than a second";
  const whole = Math.round(seconds);
  const [hours, minutes] = [Math.floor(whole / 3_600), Math.floor((whole % 3_600) / 60)];
  if (hours > 0) return `${hours} h ${minutes} min`;
  return minutes > 0 ? `${minutes} min ${whole % 60} s` : `${whole} s`;
}
