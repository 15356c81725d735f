import { buildServer } from '../server/build.ts';
import { buildWeb } from '../web/build.ts';

/** `npm run build`: the web page, and the server that serves it. */
await buildWeb('info');
await buildServer('info');
