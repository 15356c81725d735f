import type { ReactNode } from 'react';

/** A thing on offer; the one that stands out carries its badge on the edge. */
export function OfferCard({
  badge,
  lit,
  children,
}: {
  badge?: string | undefined;
  lit: boolean;
  children: ReactNode;
}) {
  return (
    <li
      className={`relative flex flex-col rounded-md border p-5 ${lit ? 'gate border-ember' : 'border-line'}`}
    >
      {badge && (
        <span
          className={`absolute -top-3 left-5 rounded-full px-3 py-0.5 text-sm font-semibold ${lit ? 'ember' : 'bg-ink text-ground'}`}
        >
          {badge}
        </span>
      )}
      {children}
    </li>
  );
}
