import type { ReactNode } from 'react';
import { PlayAllButtons } from '../../player/PlayAllButtons.tsx';
import { RadioButton } from '../../player/RadioButton.tsx';
import { loadPlaceSongs, type Place } from './place-queries.ts';

/** The head of a genre's or an artist's page: picture, name, and what can be played. */
export function PlaceHero({
  place,
  picture,
  above,
  name,
  below,
}: {
  place: Place;
  picture: ReactNode;
  /** What kind of page this is. */
  above: ReactNode;
  name: string;
  below: ReactNode;
}) {
  return (
    <header className="place-hero" data-kind={place.kind}>
      <div className="place-picture">{picture}</div>
      <div className="min-w-0">
        <p className="text-soft">{above}</p>
        <h1 dir="auto" data-long={name.length > 24 || undefined} className="place-name wrap-anywhere">
          {name}
        </h1>
        <p className="mt-3 text-soft">{below}</p>
        <div className="place-actions">
          <PlayAllButtons
            load={() => loadPlaceSongs(place, 'popular')}
            failure={`${name} could not be played`}
            disabled={false}
          />
          <RadioButton seed={`${place.kind}:${place.slug}`} />
        </div>
      </div>
    </header>
  );
}
