import { useState } from 'react';

/** The requester's description: two lines of it, all of it on demand. */
export function RequestDescription({ text }: { text: string }) {
  const [expanded, setExpanded] = useState(false);
  return (
    <div className="col-span-full mt-3 md:col-span-1 md:col-start-3">
      <p
        dir="auto"
        className={`text-left text-soft wrap-anywhere ${expanded ? 'whitespace-pre-line' : 'line-clamp-2'}`}
      >
        {text}
      </p>
      {(text.length > TWO_LINES || text.includes('\n')) && (
        <button
          type="button"
          aria-expanded={expanded}
          onClick={() => setExpanded(!expanded)}
          className="-mb-2 inline-flex min-h-11 items-center font-medium text-ember-ink hover:underline md:min-h-9"
        >
          {expanded ? 'Show less' : 'Show more'}
        </button>
      )}
    </div>
  );
}

/** Characters that two lines of the narrowest card hold. */
const TWO_LINES = 90;
