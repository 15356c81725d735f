import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { translated } from 'contract/languages.ts';
import { type Catalog, catalogFile, faults, findMessages, poOf, readCatalog } from './locales/catalogs.ts';

/**
 * `npm run locales`: writes the messages of the sources into the catalogs of every language, says what is missing, and
 * fails if a translation has wrong placeholders. `npm run locales -- tracks ui` does it for these areas alone.
 */
const { positionals } = parseArgs({ allowPositionals: true });
const areas = await findMessages();
const missing = new Map<string, number>();
let count = 0;

for (const [area, messages] of areas) {
  if (positionals.length > 0 && !positionals.includes(area)) continue;
  count += messages.size;
  for (const language of translated) {
    const old = await readCatalog(language, area);
    const catalog: Catalog = {};
    for (const [id, { message, context, comment, files }] of messages) {
      const translation = old[id]?.translation ?? '';
      if (!translation) missing.set(language, (missing.get(language) ?? 0) + 1);
      catalog[id] = {
        message,
        translation,
        ...(context && { context }),
        comments: comment ? [comment] : [],
        origin: files.map((file): [string] => [file]),
      };
    }
    const file = catalogFile(language, area);
    mkdirSync(path.dirname(file), { recursive: true });
    if (messages.size > 0) writeFileSync(file, await poOf(language, area, catalog));
    else rmSync(file, { force: true });
  }
}

for (const language of translated) {
  const without = missing.get(language) ?? 0;
  console.log(`${language.padEnd(8)} ${count - without} of ${count} messages, ${without} missing`);
}
const wrong = await faults();
for (const fault of wrong) console.error(fault);
if (wrong.length > 0) process.exitCode = 1;
