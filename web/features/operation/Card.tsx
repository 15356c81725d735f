import type { ReactNode } from 'react';

/** Good: it works. Idle: it is off, or nothing has happened yet. */
export type State = 'good' | 'warn' | 'bad' | 'idle';

const colors: Record<State, string> = {
  good: 'text-good',
  warn: 'text-warn',
  bad: 'text-bad',
  idle: 'text-faint',
};

/** One part of the site: its name, how it is in a word, and its facts. */
export function Card({
  title,
  state,
  word,
  children,
}: {
  title: string;
  state: State;
  word: string;
  children: ReactNode;
}) {
  return (
    <section aria-label={title} className="rounded-lg border border-line bg-stage p-5">
      <div className="mb-3 flex items-baseline justify-between gap-3">
        <h2 className="text-lg">{title}</h2>
        <p className={`text-sm font-semibold ${colors[state]}`}>{word}</p>
      </div>
      <dl className="grid gap-1.5 text-[0.9375rem]">{children}</dl>
    </section>
  );
}

/** A fact: its name at the left, its value at the right. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex justify-between gap-4">
      <dt className="shrink-0 text-soft">{name}</dt>
      <dd className="figures min-w-0 text-right wrap-anywhere">{children}</dd>
    </div>
  );
}

/** A sentence below the facts, such as why something failed. */
export function Note({ children }: { children: ReactNode }) {
  return (
    <div className="mt-1 text-sm text-soft wrap-anywhere">
      <dt className="sr-only">Note</dt>
      <dd>{children}</dd>
    </div>
  );
}
