import '../features/library/start.css';
import { plans } from 'contract/plans.ts';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import JumpBackIn from '../features/library/JumpBackIn.tsx';
import { hasSeen } from '../features/song-requests/premieres.ts';
import { seePlans } from '../lib/credits.ts';
import { useSession } from '../lib/session.tsx';
import { createStore, useStore } from '../lib/store.ts';
import { Button, IconButton } from '../ui/Button.tsx';

/** True from the sign-up until the welcome is put away or the page is left. */
export const isNew = createStore(false);

/** Above Explore's sections, for members: a welcome, or what waits for them and what they go on with. */
export default function Start() {
  const { tier, viewer } = useSession();
  const isWelcome = useStore(isNew);
  if (isWelcome && viewer) return <Welcome name={viewer.name} isFree={tier === 'free'} />;
  return <JumpBackIn isSeen={hasSeen} />;
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
