import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { Applause } from 'contract/applause.ts';
import type { PlaylistChoice } from 'contract/playlists.ts';
import type { Page } from '../lib/api.ts';
import type { Viewer } from '../lib/session.tsx';
import { WAITING_KEY } from '../lib/session-token.ts';
import { permanent } from '../lib/storage.ts';

export type Body = Record<string, unknown>;

/** A call that waits for a connection. */
export interface Action {
  /** Identifies repeats to the server, and stands for the id of what it creates. */
  key: string;
  method: string;
  url: string;
  body: Body;
  /** Answers with 500 so far. */
  failures?: number;
}

export type Owner = Pick<Viewer, 'id' | 'username'>;

/** What waits, by its call: what a refusal names it, and what the page gets for an answer until the server has one. */
export interface Kind {
  call: RegExp;
  name?: string;
  answer?: (
    body: Body,
    page: { url: string; at: number; client: QueryClient; viewer: Owner | null },
  ) => object;
}

export const KINDS: Kind[] = [
  { call: /^POST \S*\/plays$/ },
  { call: /^POST \S*\/saved_track$/, name: 'Saving a song' },
  { call: /^DELETE \S*\/saved_track\/[^/]+$/, name: 'Removing a song from your library' },
  {
    call: /^POST \S*\/playlist$/,
    name: 'Creating a playlist',
    answer: (body, { at, viewer }) => ({
      ...NEW_PLAYLIST,
      user_id: viewer?.id ?? null,
      username: viewer?.username ?? '',
      created_at: at,
      updated_at: at,
      ...body,
    }),
  },
  {
    call: /^PATCH \S*\/playlist\/[^/]+$/,
    name: 'Changing a playlist',
    answer: (body, { url }) => ({ ...body, id: url.split('/').at(-1) }),
  },
  // The page has already moved it.
  { call: /^POST \S*\/playlist\/[^/]+\/order$/, name: 'Moving a song', answer: () => ({ order: [] }) },
  { call: /^POST \S*\/playlist_track$/, name: 'Adding a song to a playlist' },
  { call: /^PATCH \S*\/playlist_track\/[^/]+$/, name: 'Moving a song' },
  { call: /^DELETE \S*\/playlist_track\/[^/]+$/, name: 'Removing a song from a playlist' },
  {
    call: /^POST \S*\/track\/[^/]+\/applause$/,
    name: 'Your applause',
    answer: (_body, { client, url }) =>
      client.getQueryData<Applause>(['applause', url.split('/').at(-2)]) ?? { parts: [] },
  },
];

const NEW_PLAYLIST = {
  owner_vip: false,
  description: null,
  cover_image_url: null,
  is_deleted: false,
  track_count: 0,
  total_seconds: 0,
  covers: [],
};

/** What never waits: prices and places on the board change meanwhile. */
export const SPENDING: [call: RegExp, sentence: string][] = [
  [/^POST \S*\/requests\/[^/]+\/votes$/, 'Voting needs a connection: it spends credits.'],
  [/^POST \S*\/requests$/, 'Requesting a song needs a connection: it spends credits.'],
];

/** The most actions that wait. */
const LIMIT = 500;

/** What waits, in order. */
export function readWaiting(): Action[] {
  try {
    return JSON.parse(permanent.get(WAITING_KEY) ?? '[]');
  } catch {
    return [];
  }
}

export function writeWaiting(actions: Action[]): void {
  if (actions.length > 0) permanent.set(WAITING_KEY, JSON.stringify(actions));
  else permanent.remove(WAITING_KEY);
}

/** Adds the time to what must prove it. @returns undefined for the start of a play: what was heard proves itself. */
export function toAction(action: Action, at: number): Action | undefined {
  const { url, body } = action;
  if (url.endsWith('/applause')) return { ...action, body: { ...body, applauded_at: at } };
  if (!url.endsWith('/plays')) return action;
  const { track_id, played_ms } = body;
  return played_ms === 0 ? undefined : { ...action, body: { track_id, played_ms, played_at: at } };
}

/** @returns whether there was room. */
export function store(action: Action): boolean {
  const actions = readWaiting();
  if (actions.length >= LIMIT) return false;
  writeWaiting(actions.toSpliced(placeOf(action, actions), 0, action));
  return true;
}

/** At the end; a play before the applause that was given while it was heard, since that needs a listen. */
function placeOf({ url, body }: Action, actions: Action[]): number {
  if (body.played_at === undefined) return actions.length;
  const since = actions.findLastIndex((other) => other.body.played_at !== undefined) + 1;
  const applause = url.replace('/plays', `/track/${body.track_id}/applause`);
  const place = actions.findIndex((other, i) => i >= since && other.url === applause);
  return place < 0 ? actions.length : place;
}

/**
 * The viewer's playlists as the page saw them last, for the dialog that adds a song; whether they contain it is not
 * known, and the server refuses a second entry.
 */
export function knownChoices(client: QueryClient, url: string): Response | undefined {
  const [, track_id] = /\/playlist\/containing\?track_id=([^&]+)/.exec(url) ?? [];
  if (track_id === undefined || client.getQueryData(['choices', track_id])) return;
  const [lists] = ['choices', 'playlists']
    .flatMap((key) => client.getQueriesData<InfiniteData<Page<PlaylistChoice>>>({ queryKey: [key] }))
    .flatMap(([, data]) => data ?? []);
  const rows = lists?.pages.flatMap((page) => page.rows);
  return (
    rows &&
    Response.json(
      rows.map(({ id, name, privacy }) => ({ id, name, privacy, playlist_track_id: null })),
      { headers: { 'x-total-count': String(rows.length) } },
    )
  );
}
