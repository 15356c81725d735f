import { BAND_VERSION } from 'music/composer/version.ts';
import type { TakeFacts } from '../generator.ts';

export const BAND_MODEL = 'Ovation house band';

/** Whether the band plays differently today than when it made this: its songs are exact only within a version. */
export function isSuperseded({ model, version }: Pick<TakeFacts, 'model' | 'version'>): boolean {
  return model === BAND_MODEL && version !== String(BAND_VERSION);
}
