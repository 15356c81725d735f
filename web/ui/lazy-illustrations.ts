import { lazyLayer } from './lazy-layer.tsx';

const load = () => import('./illustrations.tsx');

/** The illustrations of empty states, for pages that seldom show one. */
export const EmptyStage = lazyLayer(async () => ({ default: (await load()).EmptyStage }));
export const NothingFound = lazyLayer(async () => ({ default: (await load()).NothingFound }));
export const LostPage = lazyLayer(async () => ({ default: (await load()).LostPage }));
