import { useQueryClient } from '@tanstack/react-query';
import { Play, X } from 'lucide-react';
import { useState } from 'react';
import { permanent } from '../../lib/storage.ts';
import { usePlayer } from '../../player/PlayerContext.tsx';
import { toSong } from '../../player/song.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { toastProblem } from '../../ui/toasts.ts';
import { exploreQuery } from './queries.ts';

/** Starts the most popular songs at once, and then those that trend. */
export function PlayNow() {
  const player = usePlayer();
  const client = useQueryClient();
  const play = () =>
    client.ensureQueryData(exploreQuery('')).then(
      ({ mostPopular, trendingNow }) => player.playAll([...mostPopular, ...trendingNow].map(toSong)),
      (error: Error) => toastProblem('The music could not be played', error.message),
    );
  return (
    <Button look="ember" size="lg" onClick={play} className="w-fit">
      <Play size={18} fill="currentColor" aria-hidden="true" /> Play what’s popular
    </Button>
  );
}

const STEPS = [
  ['Ask', 'Name a song that nobody has made.'],
  ['Vote', 'Thirty votes light its thirty lamps.'],
  ['Choose', 'It is made, and its backers choose the take.'],
];

/** The inline script of `index.html` reads it, so that the steps don't show for a moment. */
const PUT_AWAY = 'ovation.steps';

/** How a song comes about, for visitors until they put it away. */
export function Steps() {
  const [shown, setShown] = useState(!permanent.get(PUT_AWAY));
  if (!shown) return null;
  const putAway = () => {
    permanent.set(PUT_AWAY, '1');
    setShown(false);
  };
  return (
    <section
      aria-label="How it works"
      className="steps for-visitors relative mb-10 rounded-lg border border-line bg-stage p-4"
    >
      <ol className="grid grid-cols-1 gap-4 pr-14 sm:grid-cols-3">
        {STEPS.map(([name, text], index) => (
          <li key={name}>
            <span className="figures font-semibold text-ember-ink">{index + 1}</span>{' '}
            <span className="font-semibold">{name}</span> <span className="text-soft">{text}</span>
          </li>
        ))}
      </ol>
      <IconButton label="Put away" onClick={putAway} className="absolute top-1.5 right-2">
        <X size={18} />
      </IconButton>
    </section>
  );
}
