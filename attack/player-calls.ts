import { restCalls } from '../server/features/opensubsonic/routes.ts';
import type { Operation, Schema } from './openapi.ts';

/** What players and scrobblers call, which is not in the OpenAPI document: `/rest` and `/1`. */

const text: Schema = { type: 'string' };
const number: Schema = { type: 'integer' };
const uuid: Schema = { type: 'string', format: 'uuid' };

const FIELDS: Record<string, Schema> = {
  id: uuid,
  songId: uuid,
  songIdToAdd: uuid,
  playlistId: uuid,
  query: text,
  artist: text,
  genre: text,
  name: text,
  type: { enum: ['newest', 'random', 'alphabeticalByName', 'byYear', 'byGenre', 'starred'] },
  size: number,
  offset: number,
  songCount: number,
  time: number,
  submission: { type: 'boolean' },
  f: { enum: ['json', 'xml', 'jsonp'] },
};

const parameters: Operation['parameters'] = Object.entries(FIELDS).map(([name, schema]) => ({
  ...{ name, schema, in: 'query', required: false },
}));

const listen: Schema = {
  type: 'object',
  properties: {
    listened_at: { type: 'integer', minimum: 1_700_000_000, maximum: 1_700_000_000 },
    track_metadata: {
      type: 'object',
      properties: { artist_name: text, track_name: text, additional_info: { type: 'object' } },
      required: ['artist_name', 'track_name'],
    },
  },
  required: ['listened_at', 'track_metadata'],
};

const report: Schema = {
  type: 'object',
  properties: {
    listen_type: { enum: ['single', 'import', 'playing_now'] },
    payload: { type: 'array', items: listen },
  },
  required: ['listen_type', 'payload'],
};

export const playerCalls: Operation[] = [
  ...restCalls.map((name) => ({ method: 'GET', path: `/rest/${name}`, parameters, streams: false })),
  { method: 'GET', path: '/1/validate-token', parameters: [], streams: false },
  {
    ...{ method: 'POST', path: '/1/submit-listens', parameters: [], streams: false },
    body: { type: 'application/json', schema: report },
  },
];

/** The path and the headers with which a program makes such a call; undefined for other calls. */
export function withAppPassword(path: string, password: string | undefined) {
  if (path.startsWith('/1/')) return { path, authorization: password && `Token ${password}` };
  if (!path.startsWith('/rest/')) return undefined;
  const key = password && `${path.includes('?') ? '&' : '?'}apiKey=${password}`;
  return { path: `${path}${key ?? ''}`, authorization: undefined };
}
