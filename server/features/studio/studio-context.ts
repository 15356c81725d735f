import type { Worker } from '../../platform/jobs.ts';
import type { PublishingContext } from '../publishing/publishing.ts';
import type { MusicGenerator } from './generator.ts';
import type { StudioSettings } from './settings.ts';

export interface StudioContext extends PublishingContext {
  studio: StudioSettings;
  /** The generators that are set up; the first is used unless an admin chooses another. */
  generators: readonly MusicGenerator[];
  /** Makes takes. */
  studioJobs: Worker;
  /** Scheme and host that others can reach this server at; undefined if the operator has not said. */
  publicUrl: string | undefined;
}
