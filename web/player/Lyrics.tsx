import { useId, useState } from 'react';

/** Longer lyrics are folded at first. */
const FOLD_LINES = 14;

/** The lyrics of a track, by verses; long ones unfold at a press. A line such as `[Chorus]` names its verse. */
export function Lyrics({ text, level }: { text: string; level: 2 | 3 }) {
  const id = useId();
  const isLong = text.split('\n').length > FOLD_LINES;
  const [folded, setFolded] = useState(isLong);
  const Heading = `h${level}` as const;
  return (
    <section aria-labelledby={id}>
      <Heading id={id} className="text-lg">
        Lyrics
      </Heading>
      <div id={`${id}-text`} className="lyrics" data-folded={folded || undefined}>
        {text.split('\n\n').map((verse, i) => (
          <Verse key={i} text={verse} />
        ))}
      </div>
      {isLong && (
        <button
          type="button"
          aria-expanded={!folded}
          aria-controls={`${id}-text`}
          onClick={() => setFolded(!folded)}
          className="lyrics-fold font-semibold text-ember-ink hover:underline"
        >
          {folded ? 'Show all lyrics' : 'Show less'}
        </button>
      )}
    </section>
  );
}

function Verse({ text }: { text: string }) {
  const [name] = /^\[[^\]\n]{1,60}\](?=\n|$)/.exec(text) ?? [];
  const words = text.slice(name ? name.length + 1 : 0);
  return (
    <p dir="auto">
      {name && <span className="lyrics-part text-faint">{name.slice(1, -1)}</span>}
      {words}
    </p>
  );
}
