import { Problem } from 'contract/errors.ts';
import { boundedFetch } from '../../platform/http/connections/bounded-fetch.ts';

/** A song that somebody listens to. */
export interface Listen {
  artist: string;
  title: string;
  seconds: number;
  /** Its page. */
  url: string | undefined;
}

/** A listen that counted. @property listened_at when the song began, epoch seconds. */
type PastListen = Listen & { listened_at: number };

/**
 * Result of a report: `refused` if the account is no longer open to us, `invalid` if it can never be taken, or it may
 * be tried again; `waitMs` is how long the service wants to be left alone.
 */
export type Outcome = 'sent' | 'refused' | 'invalid' | { waitMs: number | undefined };

/** A service that keeps what people listen to. Nothing here rejects because the service fails. */
export interface Scrobbler {
  send: (token: string, listens: PastListen[]) => Promise<Outcome>;
  /** Tells what plays now. */
  announce: (token: string, listen: Listen) => Promise<Outcome>;
}

const LONGEST_WAIT_S = 86_400;

/** The wait that the response asks for, ms. @param names headers with seconds; the first that has some counts. */
export function waitOf({ headers }: Response, ...names: string[]): number | undefined {
  const seconds = names.map((name) => headers.get(name)).find((value) => value && /^\d+$/.test(value));
  return seconds ? Math.min(Number(seconds), LONGEST_WAIT_S) * 1000 : undefined;
}

/** Asks the service while the member waits. @throws Problem `scrobbler_unavailable`. */
export async function askService(url: string, init: RequestInit): Promise<{ status: number; body: unknown }> {
  try {
    const response = await boundedFetch(url, init);
    return { status: response.status, body: await response.json() };
  } catch (cause) {
    throw Object.assign(new Problem('scrobbler_unavailable'), { cause });
  }
}
