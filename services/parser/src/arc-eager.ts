/** The state of an arc-eager parser (Nivre 2003) over `length` words, with spaCy's additions: a word without a head that is popped goes
 * back to the buffer, and sentences are marked on the way. Every word is named by its index; -1 is none. */
export interface ArcEagerState {
  readonly heads: Int32Array;
  /** Numbers of the moves that gave them. */
  readonly labels: Int32Array;
  isFinal(): boolean;
  /** Which kinds of move may come next. */
  allows(kind: MoveKind): boolean;
  apply(kind: MoveKind, move: number): void;
  /** The words that the model looks at: two of the buffer, three of the stack, and their outermost children. */
  places(): readonly number[];
}

export type MoveKind = "S" | "D" | "L" | "R" | "B";

export function createArcEagerState(length: number): ArcEagerState {
  const heads = new Int32Array(length).fill(-1);
  const labels = new Int32Array(length).fill(-1);
  const stack: number[] = [];
  /** Words that went back, the next one last. */
  const returned: number[] = [];
  let next = 0;
  const unshiftable = new Uint8Array(length);
  const sentenceStarts = new Uint8Array(length).fill(1, 0, 1);
  /** For each word its last child on that side, and for each child the one before it. */
  const lastLeft = new Int32Array(length).fill(-1);
  const lastRight = new Int32Array(length).fill(-1);
  const sibling = new Int32Array(length).fill(-1);
  const places = new Array<number>(8).fill(-1);

  const inStack = (i: number) => stack[stack.length - 1 - i] ?? -1;
  const inBuffer = (i: number) => {
    if (i < returned.length) return returned[returned.length - 1 - i] ?? -1;
    const word = next + i - returned.length;
    return word < length ? word : -1;
  };
  const bufferLength = () => length - next + returned.length;
  const startsSentence = (word: number) => sentenceStarts[word] === 1;
  const child = (last: Int32Array, word: number) => (word < 0 ? -1 : (last[word] ?? -1));

  const push = () => {
    const word = inBuffer(0);
    if (returned.length > 0) returned.pop();
    else next++;
    stack.push(word);
  };
  const attach = (head: number, word: number, move: number) => {
    const old = heads[word] ?? -1;
    if (old >= 0) {
      const last = old > word ? lastLeft : lastRight;
      if (last[old] === word) last[old] = sibling[word] ?? -1;
    }
    const last = head > word ? lastLeft : lastRight;
    sibling[word] = last[head] ?? -1;
    last[head] = word;
    heads[word] = head;
    labels[word] = move;
  };

  return {
    heads,
    labels,
    isFinal: () => stack.length === 0 && bufferLength() === 0,
    allows(kind) {
      const first = inBuffer(0);
      switch (kind) {
        case "S":
          return stack.length === 0 || (bufferLength() >= 2 && !startsSentence(first) && unshiftable[first] !== 1);
        case "D":
          return stack.length > 0;
        case "L":
        case "R":
          return stack.length > 0 && bufferLength() > 0 && !startsSentence(first);
        case "B": {
          const second = inBuffer(1);
          return bufferLength() >= 2 && second === first + 1 && !startsSentence(second);
        }
      }
    },
    apply(kind, move) {
      const first = inBuffer(0);
      const top = inStack(0);
      switch (kind) {
        case "S":
          push();
          break;
        case "D":
          stack.pop();
          if ((heads[top] ?? -1) < 0 && stack.length > 0) {
            unshiftable[top] = 1;
            returned.push(top);
          }
          break;
        case "L":
          attach(first, top, move);
          unshiftable[first] = 0;
          stack.pop();
          break;
        case "R":
          attach(top, first, move);
          push();
          break;
        case "B":
          sentenceStarts[inBuffer(1)] = 1;
          break;
      }
    },
    places() {
      const first = inBuffer(0);
      const top = inStack(0);
      places[0] = first;
      places[1] = inBuffer(1);
      places[2] = top;
      places[3] = inStack(1);
      places[4] = inStack(2);
      places[5] = child(lastLeft, first);
      places[6] = child(lastLeft, top);
      places[7] = child(lastRight, top);
      return places;
    },
  };
}
