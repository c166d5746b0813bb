/** A line between two ends that can break, or fall silent as it does when a machine loses its power. */
import { connect, createServer, type Socket } from "node:net";

export interface Relay {
  readonly port: number;
  /** Nothing passes any more, and nobody is told. */
  hush(): void;
  /** What connects from now on passes again, as to another machine at the same address; what is silent stays so. */
  replace(): void;
  /** Every connection breaks, and no new one is taken. */
  end(): void;
}

/** @param endsAfterMs how much later the one side learns that the other has closed */
export async function startRelay(to: number, endsAfterMs = 0): Promise<Relay> {
  const sockets: Socket[] = [];
  let present = { silent: false };
  const pass = (from: Socket, other: Socket, machine: { readonly silent: boolean }) => {
    const tell = (close: () => void) => {
      if (machine.silent) return;
      if (endsAfterMs === 0) close();
      else setTimeout(close, endsAfterMs);
    };
    from.on("data", (bytes) => machine.silent || other.write(bytes));
    from.on("end", () => tell(() => other.end()));
    from.on("error", () => undefined).on("close", () => tell(() => other.destroy()));
  };
  const server = createServer({ allowHalfOpen: true }, (near) => {
    const far = connect({ port: to, host: "127.0.0.1", allowHalfOpen: true });
    sockets.push(near, far);
    pass(near, far, present);
    pass(far, near, present);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return {
    port: typeof address === "object" && address ? address.port : 0,
    hush() {
      present.silent = true;
    },
    replace() {
      present = { silent: false };
    },
    end() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
