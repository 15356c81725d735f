import PlayerBar from '../player/PlayerBar.tsx';
import { SongActions } from './SongActions.tsx';

/** The player's bar with what members do with a song. */
export default function PlayerArea() {
  return <PlayerBar actions={SongActions} />;
}
