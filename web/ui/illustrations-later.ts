import { lazy } from '../lib/lazy.ts';

/** The pictures of empty places, for pages that seldom are: they come when they are shown. */
export const EmptyStage = lazy(async () => ({ default: (await import('./illustrations.tsx')).EmptyStage }));
export const NothingFound = lazy(async () => ({
  default: (await import('./illustrations.tsx')).NothingFound,
}));
export const LostPage = lazy(async () => ({ default: (await import('./illustrations.tsx')).LostPage }));
