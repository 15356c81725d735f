import { channel } from 'node:diagnostics_channel';

/** What features publish for the metrics; nobody listens, and nothing is counted, while they are off. */
/** What calls are charged; see `Endpoint.cost`. */
export const callCharged = channel('ovation:call-charged');
export const playCounted = channel('ovation:play-counted');
