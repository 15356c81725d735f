import { buildServer } from '../server/build.ts';
import { buildWeb } from '../web/build/build.ts';
import { writeNotices } from './notices.ts';

/** `npm run build`: the web page, the server that serves it, and the licenses of what they are made of. */
await buildWeb('info');
await buildServer('info');
writeNotices();
