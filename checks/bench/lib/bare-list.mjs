// The least that answers a list: `node:http` and `node:sqlite`. Plain JavaScript, because the program whose start is
// compared with it does not strip types either. Usage: node bench/bare-list.mjs FOLDER

import { createServer } from 'node:http';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const database = new DatabaseSync(path.join(process.argv[2], 'ovation.db'), { readOnly: true });
const list = database.prepare(
  'select * from track where is_deleted = 0 order by popularity desc, created_at desc, id desc limit 20',
);
const server = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(list.all()));
});
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}`));
process.on('SIGTERM', () => process.exit());
