import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { migrate } from '../server/platform/db/database.ts';
import type { Engine } from '../server/platform/db/engine.ts';
import { openPostgres } from '../server/platform/db/postgres.ts';
import { openSqlite } from '../server/platform/db/sqlite.ts';
import { shapeOf } from '../server/platform/db/testing/schema-shape.ts';
import { startPostgres } from '../server/testing/postgres.ts';

/**
 * `npm run record:schema`, run for each release, writes down the schema that it leaves. The tests check that the next
 * version's schema still serves this one, since both run side by side during an upgrade.
 */
async function record(engine: Engine): Promise<void> {
  const { db, close } = await migrate(engine);
  const file = path.join(import.meta.dirname, `../server/platform/db/testing/released.${engine.kind}.json`);
  const tables = Object.entries(await shapeOf(db, engine.kind));
  // A line for each table, so that a change can be read.
  const lines = tables.map(([name, shape]) => `  ${JSON.stringify(name)}: ${JSON.stringify(shape)}`);
  writeFileSync(file, `{\n${lines.join(',\n')}\n}\n`);
  await close();
}

await record(openSqlite(':memory:', { exclusive: false }));
const cluster = await startPostgres();
await record(openPostgres(cluster.url)).finally(cluster.stop);
