import server from '../package.json' with { type: 'json' };

/** Ovation's version, as `package.json` has it. */
export const VERSION = server.version;
