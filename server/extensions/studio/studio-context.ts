import type { SongRequestsContext } from '../../features/song-requests/song-requests.ts';
import type { TracksContext } from '../../features/tracks/tracks.ts';
import type { MusicGenerator } from './generator.ts';
import type { StudioSettings } from './settings.ts';

export interface StudioContext extends SongRequestsContext, TracksContext {
  studio: StudioSettings;
  /** The generators that are set up; the first is used unless an admin chooses another. */
  generators: readonly MusicGenerator[];
  /** True if the server still does what a newcomer waits for: meanwhile only what people watch is made. */
  isBusy?: () => boolean;
}
