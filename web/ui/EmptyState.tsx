import type { ReactNode } from 'react';
import { lazyLayer } from './layers/lazy-layer.tsx';

/** An empty list or an error: an illustration, the text, and the next step. */
export function EmptyState({
  picture,
  title,
  text,
  children,
  role,
  as: Heading = 'h2',
}: {
  picture?: ReactNode;
  title: string;
  text?: string | undefined;
  children?: ReactNode;
  role?: 'alert' | 'status';
  /** `h1` where it takes the place of a page. */
  as?: 'h1' | 'h2';
}) {
  return (
    <div role={role} className="mx-auto flex max-w-md flex-col items-center gap-3 px-4 py-16 text-center">
      {picture && <div className="mb-3 h-28 text-faint [&>svg]:h-28 [&>svg]:w-auto">{picture}</div>}
      <Heading className="text-title">{title}</Heading>
      {text && <p className="text-soft">{text}</p>}
      {children && <div className="mt-3 flex flex-wrap justify-center gap-3">{children}</div>}
    </div>
  );
}

const load = () => import('./pictures/illustrations.tsx');

/** The illustrations of empty states, for pages that seldom show one. */
export const EmptyStage = lazyLayer(async () => ({ default: (await load()).EmptyStage }));
export const NothingFound = lazyLayer(async () => ({ default: (await load()).NothingFound }));
export const LostPage = lazyLayer(async () => ({ default: (await load()).LostPage }));
