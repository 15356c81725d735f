import { plans } from 'contract/plans.ts';
import { VOTE_GOAL } from 'contract/song-requests-constants.ts';
import { Heart, Lightbulb, ListMusic, type LucideIcon } from 'lucide-react';

const reasons: [LucideIcon, string][] = [
  [Heart, `Save songs: ${plans.free.maxSavedTracks} for free, as many as you like with ${plans.plus.name}.`],
  [
    Lightbulb,
    `With ${plans.plus.name}, request a song. At ${VOTE_GOAL} votes it is made, and its backers choose the take.`,
  ],
  [ListMusic, `With ${plans.plus.name}, build playlists and share them.`],
];

/** What an account is good for, on the page that creates one. */
export function WhyJoin() {
  return (
    <ul className="mb-6 grid gap-2.5 text-[0.9375rem] text-soft">
      {reasons.map(([Icon, reason]) => (
        <li key={reason} className="flex gap-3">
          <Icon size={17} aria-hidden="true" className="mt-0.5 shrink-0 text-ember-ink" />
          {reason}
        </li>
      ))}
    </ul>
  );
}
