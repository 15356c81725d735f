import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Tier } from 'contract/plans.ts';
import type { FastifyInstance } from 'fastify';
import { type AppConfig, buildApp } from '../app.ts';
import type { AppContext } from '../app-context.ts';
import { readConfig } from '../config.ts';
import { createAccount } from '../features/accounts/accounts.ts';
import { beginSession } from '../features/accounts/login/sessions.ts';
import { updateConfirmed } from '../features/accounts/queries.ts';
import { insertTrack } from '../features/tracks/tracks.ts';
import { openContext } from '../features.ts';
import type { Mail } from '../platform/mail/mail.ts';
import { openMediaFolder } from '../platform/media/store.ts';
import { secretBox } from '../platform/secret-box.ts';
import { emptyDatabase, existingDatabase } from './databases/databases.ts';
import { quiet } from './extensions.ts';

/** The whole app on an empty database of its own. */
export interface TestServer {
  app: FastifyInstance;
  c: AppContext;
  /** The server's clock, epoch milliseconds. */
  time: { now: number };
  /** Sent mails, oldest first. */
  mails: Mail[];
  close: () => Promise<void>;
}

/** Changes to the context; of settings, only some. */
type ContextChanges = {
  [K in keyof AppContext]?: AppContext[K] extends readonly unknown[] ? AppContext[K] : Partial<AppContext[K]>;
};

function change(c: AppContext, changes: ContextChanges): void {
  const isSettings = (value: unknown) => Object.getPrototypeOf(value ?? 0) === Object.prototype;
  for (const key of Object.keys(changes).filter((key) => key in c) as (keyof AppContext)[]) {
    const value = changes[key];
    Object.assign(c, {
      [key]:
        isSettings(value) && isSettings(c[key]) ? { ...(c[key] as object), ...(value as object) } : value,
    });
  }
}

/** 2026-06-01T12:00:00Z */
const START = 1_780_315_200_000;

/**
 * Starts the app on SQLite in memory, or on a new database of the server at TEST_DATABASE_URL.
 * @param folder of an existing SQLite database, used instead.
 */
export async function testServer({
  folder,
  ...config
}: Partial<AppConfig> & ContextChanges & { folder?: string } = {}): Promise<TestServer> {
  const mediaFolder = await mkdtemp(path.join(tmpdir(), 'ovation-media-'));
  const { database, giveBack } = await (folder === undefined ? emptyDatabase() : existingDatabase(folder));
  const time = { now: START };
  const mails: Mail[] = [];
  const base = {
    db: database.db,
    engine: database.engine,
    media: await openMediaFolder(mediaFolder),
    mail: async (mail: Mail, beforeEnd?: () => Promise<void>) => {
      await beforeEnd?.();
      mails.push(mail);
    },
    isReadOnly: () => false,
    visitorSecret: 'a secret of the tests',
    secrets: secretBox('a secret of the tests'),
    publicUrl: config.publicUrl,
    languages: config.languages ?? (['en'] as const),
    clock: () => time.now,
  };
  // Nothing is sent anywhere.
  const settings = readConfig({ RATE_LIMIT: 'off', LISTENBRAINZ_URL: 'http://127.0.0.1:1' });
  const c = await openContext(base, settings, { isServer: true });
  change(c, quiet);
  change(c, config);
  const cleanUp = async () => {
    await database.close();
    await giveBack();
    await rm(mediaFolder, { recursive: true, force: true });
  };
  const app = await ready(c, config).catch(async (error) => {
    await cleanUp();
    throw error;
  });
  return {
    app,
    c,
    time,
    mails,
    close: async () => {
      await app.close();
      await cleanUp();
    },
  };
}

async function ready(c: AppContext, config: Partial<AppConfig>): Promise<FastifyInstance> {
  const app = await buildApp(c, {
    publicUrl: undefined,
    trustProxy: 0,
    rateLimit: false,
    logLevel: 'silent',
    site: undefined,
    ...config,
  });
  await app.ready();
  return app;
}

/** The password of every account that `signUp` creates. */
export const PASSWORD = 'correct horse';
let passwordHash: Promise<string> | undefined;
let people = 0;

/** A user with a session. */
export interface Person {
  id: string;
  email: string;
  username: string;
  token: string;
  /** Request headers. */
  headers: { authorization: string };
}

/**
 * Inserts a user with a plan, a session and a confirmed address. All share one password hash, because hashing is slow.
 */
export async function signUp(
  s: TestServer,
  input: { tier?: Tier; name?: string; confirmed?: boolean } = {},
): Promise<Person> {
  passwordHash ??= s.c.passwords.hash(PASSWORD);
  const password_hash = await passwordHash;
  const { tier = 'free', name = `Person ${++people}`, confirmed = true } = input;
  const email = `${randomUUID()}@people.example`;
  return s.c.db.transaction().execute(async (tx) => {
    const user = await createAccount(tx, s.c, { name, email, password_hash }, tier);
    if (confirmed) await updateConfirmed(tx, user.id, s.time.now);
    const token = await beginSession(tx, user.id, s.time.now);
    return {
      id: user.id,
      email,
      username: user.username,
      token,
      headers: { authorization: `Bearer ${token}` },
    };
  });
}

/** Number of tracks published on each server. */
const published = new WeakMap<AppContext, number>();

/** Inserts a track with defaults for missing fields. Each is a second newer than the one before. */
export async function publishTrack(
  c: AppContext,
  input: Partial<Parameters<typeof insertTrack>[1]> & { genre?: string } = {},
): Promise<string> {
  const { genre = 'pop', ...given } = input;
  const id = given.id ?? randomUUID();
  const number = (published.get(c) ?? 0) + 1;
  published.set(c, number);
  const created_at = c.clock() - 1_000_000 + number * 1000;
  await c.db.transaction().execute((tx) =>
    insertTrack(
      tx,
      {
        id,
        title: `Track ${number}`,
        display_artist: 'Somebody',
        duration_seconds: 60,
        audio_url: '/media/00000000000000000000000000000000.mp3',
        created_at,
        updated_at: created_at,
        is_deleted: 0,
        release_date: new Date(created_at).toISOString(),
        popularity: 0,
        ...given,
      },
      genre,
    ),
  );
  return id;
}
