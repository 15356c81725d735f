import type { Migration } from 'kysely/migration';
import type { Engine } from '../engine.ts';
import { baseline } from './0001-baseline.ts';
import { foldAgain } from './0002-fold-again.ts';
import { jobs } from './0003-jobs.ts';
import { moments } from './0004-moments.ts';
import { requestsByGenre } from './0005-requests-by-genre.ts';
import { accessTokens } from './0006-access-tokens.ts';
import { playlistEditors } from './0007-playlist-editors.ts';
import { signOn } from './0008-sign-on.ts';
import { comments } from './0009-comments.ts';
import { premieres } from './0010-premieres.ts';
import { wishWords } from './0011-wish-words.ts';
import { memberLanguage } from './0012-member-language.ts';

export type Migrations = Record<string, (engine: Engine) => Migration>;

/** Every migration, oldest first. Never change one that was released; add another. */
export const allMigrations: Migrations = {
  '0001-baseline': baseline,
  '0002-fold-again': foldAgain,
  '0003-jobs': jobs,
  '0004-moments': moments,
  '0005-requests-by-genre': requestsByGenre,
  '0006-access-tokens': accessTokens,
  '0007-playlist-editors': playlistEditors,
  '0008-sign-on': signOn,
  '0009-comments': comments,
  '0010-premieres': premieres,
  '0011-wish-words': wishWords,
  '0012-member-language': memberLanguage,
};

export const migrationNames = Object.keys(allMigrations);

/** The last migration of the last release, whose servers run beside this version during an upgrade. */
export const LAST_RELEASED = '0001-baseline';
