import type { PublishingContext } from '../publishing/publishing.ts';
import type { MusicGenerator } from './generator.ts';
import type { StudioSettings } from './settings.ts';

export interface StudioContext extends PublishingContext {
  studio: StudioSettings;
  /** The generators that are set up; the first is used unless an admin chooses another. */
  generators: readonly MusicGenerator[];
  studioJobs: StudioJobs;
  /** Scheme and host that others can reach this server at; undefined if the operator has not said. */
  publicUrl: string | undefined;
}

/** The background job that makes takes until `stop`. */
export interface StudioJobs {
  /** Looks for work now. */
  wake: () => void;
  /** Stops; the next start resumes what was under way. */
  stop: () => Promise<void>;
}

export const noStudioJobs = (): StudioJobs => ({ wake: () => {}, stop: async () => {} });
