import { useEffect, useRef, useState } from 'react';

/** Lights the button for a moment. Meanwhile `highlight` returns false, so that a double click votes once. */
export function useHighlight() {
  const [highlighted, setHighlighted] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const highlight = () => {
    if (timer.current !== undefined) return false;
    setHighlighted(true);
    timer.current = setTimeout(() => {
      timer.current = undefined;
      setHighlighted(false);
    }, HIGHLIGHT_MS);
    return true;
  };
  return { highlighted, highlight };
}

/** How long the button is highlighted after a click (§9), ms. */
const HIGHLIGHT_MS = 600;
