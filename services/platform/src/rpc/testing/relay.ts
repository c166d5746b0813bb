/** For tests: a line between two ends that can break, or fall silent as it does when a machine loses its power. */
import { connect, createServer, type Socket } from "node:net";

export interface Relay {
  readonly port: number;
  /** Nothing passes any more, and nobody is told. */
  hush(): void;
  /** Every connection breaks, and no new one is taken. */
  end(): void;
}

export async function startRelay(to: number): Promise<Relay> {
  const sockets: Socket[] = [];
  let silent = false;
  const pass = (from: Socket, other: Socket) => {
    from.on("data", (bytes) => silent || other.write(bytes));
    from.on("error", () => other.destroy()).on("close", () => other.destroy());
  };
  const server = createServer((near) => {
    const far = connect(to, "127.0.0.1");
    sockets.push(near, far);
    pass(near, far);
    pass(far, near);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return {
    port: typeof address === "object" && address ? address.port : 0,
    hush() {
      silent = true;
    },
    end() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
