import { randomUUID } from 'node:crypto';
import type { Endpoint } from 'contract/endpoint.ts';
import type { Db } from './db/schema.ts';

/** Characters of the input that are kept. */
const DETAIL_MAX = 500;

/** Fields that nobody may read again. */
const SECRET = /password|code|token|secret/i;

/** Tells whether a call is recorded: an admin's that changes something, for admins only or marked `audited`. */
export function isAudited({ access, method, audited }: Endpoint, plan_tier: string | undefined): boolean {
  return method !== 'GET' && plan_tier === 'admin' && (access === 'admin' || audited === true);
}

/**
 * Records what an admin is about to do. It is written before the action, so that none can be missing; an action that
 * was refused or failed leaves its entry, which cannot be changed or deleted.
 */
export async function recordAction(
  db: Db,
  actor_id: string,
  { route }: { route: string },
  { params, body }: { params?: unknown; body?: unknown },
  now: number,
): Promise<void> {
  const subject_id = (params as { id?: unknown } | undefined)?.id;
  await db
    .insertInto('audit_entry')
    .values({
      id: randomUUID(),
      actor_id,
      action: route,
      subject_id: typeof subject_id === 'string' ? subject_id.slice(0, 100) : null,
      detail: detailOf(body),
      created_at: now,
    })
    .execute();
}

/** The input as JSON; files are left out. */
function detailOf(body: unknown): string | null {
  if (typeof body !== 'object' || body === null || Buffer.isBuffer(body)) return null;
  const shown = Object.entries(body).filter(([name]) => !SECRET.test(name));
  if (shown.length === 0) return null;
  // Both databases refuse what is left of half a character, and PostgreSQL NUL, even escaped ones after a parse.
  const text = JSON.stringify(Object.fromEntries(shown)).replaceAll('\0', '');
  return text.slice(0, DETAIL_MAX).toWellFormed();
}
