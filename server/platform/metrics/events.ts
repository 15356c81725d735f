import { channel } from 'node:diagnostics_channel';

/** Channels of features for the metrics; nobody listens, and nothing is counted, while they are off. */
/** Costs that calls are charged; see `Endpoint.cost`. */
export const callCharged = channel('ovation:call-charged');
export const playCounted = channel('ovation:play-counted');
