/** The tui in Ink: keys go in, rows of the screen come out. */
import { createElement as h, useEffect, useReducer, useRef, type ReactElement } from "react";
import { Box, Text, useInput, usePaste, useWindowSize } from "ink";
import type { Driver } from "./driver.ts";
import { pressesOf } from "./keys.ts";
import type { Marks } from "./marks.ts";
import type { Model } from "./model.ts";
import { paintRow } from "./paint.ts";
import { press, type Press } from "./press.ts";
import { reduce, type Happening } from "./reduce.ts";
import { screenRows } from "./screen.ts";

export interface AppProps {
  readonly first: Model;
  readonly marks: Marks;
  readonly colours: boolean;
  readonly createDriver: (dispatch: (happening: Happening) => void) => Driver;
  /** Called once, when the user leaves. */
  readonly leave: () => void;
}

type Step = Happening | { readonly type: "model"; readonly model: Model };

const step = (model: Model, what: Step): Model => (what.type === "model" ? what.model : reduce(model, what));

export function App({ first, marks, colours, createDriver, leave }: AppProps): ReactElement {
  const size = useWindowSize();
  const [model, dispatch] = useReducer(step, first);
  // Several keys may come before the next drawing: each must see what the one before did.
  const latest = useRef(model);
  const send = useRef((what: Step) => {
    latest.current = step(latest.current, what);
    dispatch({ type: "model", model: latest.current });
  });
  const driver = useRef<Driver>(undefined);

  useEffect(() => {
    const made = createDriver((happening) => send.current(happening));
    driver.current = made;
    made.start();
    // Its owner stops it: React does not wait for promises.
  }, [createDriver]);
  useEffect(() => {
    send.current({ type: "resized", size: { columns: size.columns, rows: size.rows } });
  }, [size.columns, size.rows]);

  const pressed = (what: Press) => {
    const { model: next, effects } = press(latest.current, what);
    send.current({ type: "model", model: next });
    for (const effect of effects) {
      if (effect.type === "quit") leave();
      else driver.current?.perform(effect);
    }
  };
  useInput((text, key) => {
    for (const one of pressesOf(text, key)) pressed(one);
  });
  usePaste((text) => pressed({ key: "text", text, ctrl: false }));

  const lines = screenRows(model, marks).map((row) => paintRow(row, colours));
  return h(Box, { flexDirection: "column" }, ...lines.map((line, i) => h(Text, { key: i, wrap: "truncate" }, line)));
}
