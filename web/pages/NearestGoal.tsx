import { creditsDialog } from '../lib/credits.ts';
import '../features/song-requests/board.css';
import { NearestCard } from '../features/song-requests/NearestCard.tsx';

const getCredits = () => creditsDialog.set('packages');

/** The request nearest its goal, with its vote button; it loads after Explore. */
export default function NearestGoal() {
  return <NearestCard getCredits={getCredits} />;
}
