import '../features/library/start.css';
import { VOTE_GOAL } from 'contract/features/song-requests-constants.ts';
import { plans } from 'contract/plans.ts';
import { X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import JumpBackIn from '../features/library/JumpBackIn.tsx';
import { seePlans } from '../lib/credits.ts';
import { useSession } from '../lib/session.tsx';
import { permanent } from '../lib/storage/storage.ts';
import { createStore, useStore } from '../lib/store.ts';
import { Button, IconButton } from '../ui/Button.tsx';

/** True from the sign-up until the welcome is put away or the page is left. */
export const isNew = createStore(false);

/** Above Explore's sections: how a song comes about, for visitors; a welcome; and what a member goes on with. */
export default function Start() {
  const { tier, viewer, loading } = useSession();
  const isWelcome = useStore(isNew);
  // Until a member's plan is known, they are not taken for a visitor.
  if (tier === null) return loading ? null : <Steps />;
  if (isWelcome && viewer) return <Welcome name={viewer.name} isFree={tier === 'free'} />;
  return <JumpBackIn />;
}

/** Set when they were put away. The script in `index.html` reads it, so that no place is kept for them. */
const STEPS = 'ovation.steps';

const steps = [
  ['Ask for a song', 'Name one that nobody has made.'],
  [`Light ${VOTE_GOAL} lamps`, 'Each vote lights one of them.'],
  ['Choose the take', 'It is made, and its backers decide.'],
];

function Steps() {
  const [isShown, setShown] = useState(permanent.get(STEPS) === null);
  if (!isShown) return null;
  const putAway = () => {
    permanent.set(STEPS, '1');
    setShown(false);
  };
  return (
    <Card label="How it works" putAway={putAway}>
      <ol className="start-steps">
        {steps.map(([name, text]) => (
          <li key={name}>
            <div>
              <b className="font-semibold">{name}</b>
              <span>{text}</span>
            </div>
          </li>
        ))}
      </ol>
    </Card>
  );
}

const { free, plus } = plans;

/** What a new member can do now, and what a plan adds. */
function Welcome({ name, isFree }: { name: string; isFree: boolean }) {
  return (
    <Card label="Welcome" putAway={() => isNew.set(false)}>
      <h2 dir="auto" className="text-title wrap-anywhere">
        Welcome, {name}
      </h2>
      <p className="mt-1 text-soft">
        Play everything, applaud, follow artists and requests
        {isFree && `, and save ${free.maxSavedTracks} songs`}.
        {isFree &&
          ` ${plus.name} adds votes, requests of your own, ${plus.monthlyCredits} credits a month, playlists, and as many saved songs as you like.`}
      </p>
      {isFree && (
        <Button onClick={seePlans.run} className="mt-3 w-fit">
          {seePlans.label}
        </Button>
      )}
    </Card>
  );
}

function Card({ label, putAway, children }: { label: string; putAway: () => void; children: ReactNode }) {
  const close = () => {
    putAway();
    document.getElementById('main')?.focus();
  };
  return (
    <section aria-label={label} className="start-card">
      {children}
      <IconButton label="Put away" onClick={close}>
        <X size={18} />
      </IconButton>
    </section>
  );
}
