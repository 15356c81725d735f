import { channel } from 'node:diagnostics_channel';

/** What features publish for the metrics; nobody listens, and nothing is counted, while they are off. */
export const playCounted = channel('ovation:play-counted');

/** What answered a read that may go to the replica: `replica`, or why the primary did. */
export const replicaRead = channel('ovation:replica-read');
