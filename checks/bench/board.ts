import { openDatabase } from '../../server/platform/db/database.ts';
import { richVoters, writeRequests } from './lib/crowd.ts';
import { takeTurns } from './lib/load.ts';
import { ovation, postgresDatabase, temporaryFolder } from './lib/programs.ts';
import type { Line } from './lib/table.ts';

const [FEW, MANY] = [1000, 100_000];

/** Compares the board's first, middle and last page over few and over many requests. */
export async function board(): Promise<Line[]> {
  const lines: Line[] = [];
  for (const engine of ['PostgreSQL', 'SQLite']) {
    const sides: { url: string; pid: number }[] = [];
    const cleanups: (() => Promise<void>)[] = [];
    for (const size of [FEW, MANY]) {
      const fresh = engine === 'PostgreSQL' ? await postgresDatabase() : undefined;
      const dataDir = temporaryFolder();
      const database = await openDatabase({ dataDir, databaseUrl: fresh?.url });
      const [requester] = await richVoters(database, 1);
      await writeRequests(database, requester!.id, size, (nth) => (nth * 7919) % 61);
      await database.close();
      const server = await ovation(dataDir, fresh?.url);
      sides.push({ url: server.url, pid: server.pid });
      cleanups.push(async () => {
        await server.stop();
        await fresh?.drop();
      });
    }
    for (const [what, share, aim] of [
      ['first page', 0, 2],
      ['last page', 1, 2],
      // Without a target: it scans the index from the nearer end, and no link leads straight to it.
      ['page in the middle', 0.5, Number.POSITIVE_INFINITY],
    ] as const) {
      const pages = sides.map(({ url, pid }, i) => ({
        url: `${url}/requests/board?page=${Math.max(1, (share * [FEW, MANY][i]!) / 10)}`,
        pid,
      }));
      const [few, many] = await takeTurns(pages);
      const cost = few!.perSecond / many!.perSecond;
      lines.push({
        what: `the board's ${what} of 100,000 requests, ${engine}`,
        ours: `${(1e6 / many!.perSecond / 1000).toFixed(2)} ms`,
        against: `of 1,000 ${(1e6 / few!.perSecond / 1000).toFixed(2)} ms`,
        ratio: cost,
        aim: Number.isFinite(aim) ? `<= ${aim}` : '',
        reached: cost <= aim,
      });
    }
    for (const cleanUp of cleanups) await cleanUp();
  }
  return lines;
}
