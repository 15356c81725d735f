import type { Endpoint } from '../../endpoint.ts';

/** Scopes of the tokens of admins' scripts, with the calls of each. Money and security are in none. */
export const scopes = {
  'catalogue:write': [
    'POST /api/upload/audio',
    'POST /api/upload/cover',
    'GET /publishing/uploads/:id',
    'DELETE /publishing/uploads/:id',
    'POST /publishing/uploads/:id/retry',
    'POST /publishing/import',
    'GET /publishing/tracks',
    'POST /track',
    'PATCH /track/:id',
    'DELETE /track/:id',
  ],
  'requests:moderate': [
    'GET /publishing/queue',
    'GET /publishing/reports',
    'POST /publishing/reports/:id/resolve',
    'GET /requests/review',
    'GET /requests/reports',
    'POST /requests/reports/:id/resolve',
    'POST /requests/:id/approve',
    'POST /requests/:id/merge',
    'DELETE /requests/:id',
  ],
  'members:read': ['GET /members'],
  'metrics:read': ['GET /operation'],
} as const satisfies Record<string, readonly `${string} /${string}`[]>;

export type Scope = keyof typeof scopes;
export const scopeNames = Object.keys(scopes) as [Scope, ...Scope[]];

const byRoute = new Map<string, Scope>(
  scopeNames.flatMap((scope) => scopes[scope].map((route) => [route, scope] as const)),
);

/** The scope that a token needs for a call; undefined if no token may make it. */
export const scopeOf = ({ route }: Pick<Endpoint, 'route'>): Scope | undefined => byRoute.get(route);
