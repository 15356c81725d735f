import type { ReactNode } from 'react';

/** A pack or plan for sale, with an optional badge on its edge; `lit` highlights it. */
export function OfferCard({
  badge,
  lit,
  children,
}: {
  badge?: { text: string; quiet?: boolean } | undefined;
  lit: boolean;
  children: ReactNode;
}) {
  return (
    <li
      className={`relative flex flex-col rounded-md border p-4 sm:p-5 ${lit ? 'spotlight border-ember' : 'border-line'}`}
    >
      {badge && (
        <span
          className={`absolute -top-3 start-4 rounded-full px-3 py-0.5 text-sm font-semibold sm:start-5 ${badge.quiet ? 'bg-ink text-ground' : 'ember'}`}
        >
          {badge.text}
        </span>
      )}
      {children}
    </li>
  );
}
