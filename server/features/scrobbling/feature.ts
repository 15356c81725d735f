import type { Feature } from '../../platform/feature.ts';
import { type ScrobblingContext, sending } from './outgoing.ts';

export const scrobbling: Feature<ScrobblingContext> = {
  name: 'scrobbling',
  jobs: { 'scrobbling.send': sending },
};
