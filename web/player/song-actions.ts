import type { ComponentType } from 'react';
import type { Song } from './song.ts';

/** What one can do with a song besides playing it; the player itself knows no libraries or playlists. */
export type SongActions = ComponentType<{ song: Song; look: 'bar' | 'view' }>;
