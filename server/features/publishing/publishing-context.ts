import type { Context } from '../../platform/context.ts';
import type { Processing } from './processing.ts';

export interface PublishingContext extends Context {
  processing: Processing;
}
