const BATCH_ROWS = 1000;

/**
 * Reads a long list a batch at a time, so that neither its rows nor one statement take much memory or time.
 * @param read selects up to `limit` rows that follow `last`.
 */
export async function* inBatches<Row>(
  read: (last: Row | undefined, limit: number) => Promise<Row[]>,
  limit = BATCH_ROWS,
): AsyncGenerator<Row[]> {
  let last: Row | undefined;
  while (true) {
    const rows = await read(last, limit);
    if (rows.length > 0) yield rows;
    if (rows.length < limit) return;
    last = rows.at(-1);
  }
}
