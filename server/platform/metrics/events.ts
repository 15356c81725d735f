import { channel } from 'node:diagnostics_channel';

/** What features publish for the metrics; nobody listens, and nothing is counted, while they are off. */
export const playCounted = channel('ovation:play-counted');
