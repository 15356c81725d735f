import type { RawBuilder } from 'kysely';

/** Something that is always true of credits and of what they pay for (`decisions.md` 3). */
export interface LedgerCheck {
  /** What is true, as a sentence. */
  name: string;
  /**
   * Selects rows that show the opposite; none when all is well. One statement, so that it sees one moment of a
   * server that goes on working meanwhile.
   */
  broken: RawBuilder<Record<string, unknown>>;
}
