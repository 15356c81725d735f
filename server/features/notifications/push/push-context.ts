import type { Context } from '../../../platform/context.ts';
import type { PushKeys } from './vapid.ts';

export interface PushContext extends Context {
  push: {
    keys: PushKeys;
    /** Origins of push services besides the known ones. */
    origins: readonly string[];
    /** How push services reach the operator: an address with `https:` or `mailto:`. */
    contact: string;
  };
}
