import type { ReactNode } from 'react';

/** A thing on offer. The one that stands out is lit; its badge stands on the edge. */
export function OfferCard({
  badge,
  lit,
  className = 'flex flex-col',
  children,
}: {
  badge?: { text: string; quiet?: boolean } | undefined;
  lit: boolean;
  className?: string;
  children: ReactNode;
}) {
  return (
    <li
      className={`relative rounded-md border p-4 sm:p-5 ${lit ? 'spotlight border-ember' : 'border-line'} ${className}`}
    >
      {badge && (
        <span
          className={`absolute -top-3 left-4 rounded-full px-3 py-0.5 text-sm font-semibold sm:left-5 ${badge.quiet ? 'bg-ink text-ground' : 'ember'}`}
        >
          {badge.text}
        </span>
      )}
      {children}
    </li>
  );
}
