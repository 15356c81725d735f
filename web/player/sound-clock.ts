/** How many reports are kept; two seconds of `timeupdate` events, so that a sound card's own speed has no effect. */
const MOST_REPORTS = 8;

/** Tells where a sound is between the reports of its element, which Firefox makes only every 40 ms. */
export function soundClock() {
  /** When the sound would have begun at position 0, by each report; seconds. A late report gives a late time. */
  let origins: number[] = [];
  const now = () => performance.now() / 1000;
  return {
    /** To be called whenever the sound begins, stops or jumps. */
    reset() {
      origins = [];
    },
    report(position: number) {
      origins = [...origins, now() - position].slice(-MOST_REPORTS);
    },
    /** Seconds of `performance.now()`; infinite without a report. */
    origin: () => Math.min(...origins),
    /** @param reported what its element says, for a sound without a report. */
    position: (reported: number) => (origins.length > 0 ? now() - Math.min(...origins) : reported),
  };
}
