import { WebSocket } from "ws";
import { formats, json, type Format } from "../format.ts";
import { atOnce } from "../../turns.ts";
import type { ObjectValue, Value } from "../../values/value.ts";
import { plain, text, valueOf, type Plain } from "./plain.ts";

/** An error that the server answered with. */
export class Refused extends Error {
  readonly code: number;
  readonly kind: string;
  readonly details: Plain;
  constructor(error: Readonly<Record<string, Plain>>) {
    super(text(error["message"]));
    this.name = "Refused";
    this.code = Number(error["code"]);
    this.kind = text(error["kind"]);
    this.details = error["details"];
  }
}

export interface Target {
  readonly session?: string;
  readonly txn?: string;
}

/** A client of the RPC protocol over WebSocket, as plain as can be. */
export class SocketClient {
  readonly socket: WebSocket;
  readonly notifications: Plain[] = [];
  /** Answers that are to no call: the server could not read which it was. */
  readonly strays: Plain[] = [];
  readonly #format: Format;
  readonly #waiting = new Map<string, (reply: ObjectValue) => void>();
  #next = 0;
  closeCode: number | undefined;

  static async open(url: string, name: Format["name"]): Promise<SocketClient> {
    const socket = new WebSocket(url, name);
    const client = new SocketClient(socket, formats.find((format) => format.name === name) ?? json);
    await new Promise<void>((resolve, reject) => socket.once("open", resolve).once("error", reject));
    return client;
  }

  constructor(socket: WebSocket, format: Format) {
    this.socket = socket;
    this.#format = format;
    socket.on("message", (data) => this.#read(data as Buffer));
    socket.on("close", (code) => (this.closeCode = code));
    socket.on("error", () => undefined);
  }

  call(method: string, ...params: readonly (Plain | Value)[]): Promise<Plain> {
    return this.callIn({}, method, ...params);
  }

  async callIn(target: Target, method: string, ...params: readonly (Plain | Value)[]): Promise<Plain> {
    const id = `${this.#next++}`;
    const reply = new Promise<ObjectValue>((resolve) => this.#waiting.set(id, resolve));
    this.socket.send(atOnce(this.#format.write(valueOf({ id, method, params, ...target }))));
    const answer = await reply;
    const error = answer.get("error");
    if (error !== undefined) throw new Refused(plain(error) as Record<string, Plain>);
    return plain(answer.get("result"));
  }

  /** The results of a text's statements; a failure is its text. */
  async query(text: string, variables: Readonly<Record<string, Plain>> = {}, target: Target = {}): Promise<Plain[]> {
    const results = (await this.callIn(target, "query", text, variables)) as Record<string, Plain>[];
    return results.map((result) => result["result"]);
  }

  /** Once it got so many notifications; or the test times out. */
  async notified(count: number): Promise<Plain[]> {
    while (this.notifications.length < count) await new Promise((go) => setTimeout(go, 5));
    return this.notifications;
  }

  async closed(): Promise<number> {
    while (this.closeCode === undefined) await new Promise((go) => setTimeout(go, 5));
    return this.closeCode;
  }

  end(): void {
    this.socket.terminate();
  }

  #read(data: Buffer): void {
    const message = atOnce(this.#format.read(data)) as ObjectValue;
    const id = message.get("id");
    const waiting = typeof id === "string" ? this.#waiting.get(id) : undefined;
    if (waiting !== undefined) waiting(message);
    else if (id === undefined) this.notifications.push(plain(message.get("result")));
    else this.strays.push(plain(message));
  }
}
