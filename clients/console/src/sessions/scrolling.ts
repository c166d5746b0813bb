import { useCallback, useEffect, useRef, useState } from "react";

const nearPx = 120;

/**
 * Keeps the end of what grows in sight as long as the reader is there, and leaves it alone where the reader went up to read.
 * @param grown changes whenever there is more to see
 */
export function useStickToEnd(grown: string) {
  const end = useRef<HTMLDivElement>(null);
  const sticks = useRef(true);
  const [away, setAway] = useState(false);

  const toEnd = useCallback(() => {
    sticks.current = true;
    setAway(false);
    window.scrollTo({ top: document.documentElement.scrollHeight });
  }, []);

  useEffect(() => {
    const look = () => {
      const { scrollHeight, clientHeight, scrollTop } = document.documentElement;
      sticks.current = scrollHeight - clientHeight - scrollTop < nearPx;
      setAway(!sticks.current);
    };
    window.addEventListener("scroll", look, { passive: true });
    return () => window.removeEventListener("scroll", look);
  }, []);

  useEffect(() => {
    if (sticks.current) toEnd();
  }, [grown, toEnd]);

  return { end, away, toEnd };
}
