import { Problem } from 'contract/errors.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import { isReplicaFailure } from '../db/postgres-failures.ts';
import { LAST_POSITION, positionOf, type Replica, ReplicaLost } from '../db/replica.ts';
import { replicaRead } from '../metrics/events.ts';

/** How far the log was after somebody's last write: until the replica is there, the primary answers their reads. */
const COOKIE = 'written';
const IN_COOKIES = /(?:^|;\s*)written=([\dA-F]{1,8}\/[\dA-F]{1,8})(?=;|$)/i;

/** Longer than a replica that is used may be behind, s. */
const COOKIE_S = 60;

/**
 * Runs a read that may be some seconds old on the replica, if there is one that knows what the caller wrote. The primary
 * answers instead while the replica is away or behind, when it fails, and when it does not know what is asked for.
 * Never use it for what a write depends on, or for anything that is one person's: sessions, credits, votes, libraries.
 * @param isMissing of an answer which says that something does not exist; Problem `not_found` says so anyway.
 */
export async function onReplica<T>(
  c: Context,
  request: FastifyRequest,
  read: (c: Context) => Promise<T>,
  isMissing: (answer: T) => boolean = () => false,
): Promise<T> {
  const { replica } = c;
  if (!replica) return read(c);
  const written = IN_COOKIES.exec(request.headers.cookie ?? '')?.[1];
  const outcome = replica.has(written ? positionOf(written) : 0n)
    ? await tryReplica(replica, c, read, isMissing)
    : replica.state() === 'ok'
      ? 'written'
      : replica.state();
  replicaRead.publish(typeof outcome === 'string' ? outcome : 'replica');
  return typeof outcome === 'string' ? read(c) : outcome.answer;
}

/** @returns why the primary has to answer, or the answer. */
async function tryReplica<T>(
  replica: Replica,
  c: Context,
  read: (c: Context) => Promise<T>,
  isMissing: (answer: T) => boolean,
): Promise<{ answer: T } | 'missing' | 'failed'> {
  try {
    const answer = await replica.read((db) => read({ ...c, db }));
    return isMissing(answer) ? 'missing' : { answer };
  } catch (error) {
    if (error instanceof Problem && error.code === 'not_found') return 'missing';
    if (error instanceof ReplicaLost || isReplicaFailure(error)) return 'failed';
    throw error;
  }
}

/** Tells each browser after a write how far a replica has to be to answer its reads. */
export function rememberWrites(server: FastifyInstance, replica: Replica): void {
  server.addHook('onSend', async (request, reply) => {
    const isRead = ['GET', 'HEAD', 'OPTIONS'].includes(request.method);
    // What is refused wrote nothing; what failed may have.
    if (isRead || (reply.statusCode >= 400 && reply.statusCode < 500)) return;
    const position = await replica.position().catch(() => LAST_POSITION);
    const secure = request.protocol === 'https' ? '; Secure' : '';
    reply.header(
      'set-cookie',
      `${COOKIE}=${position}; Path=/; Max-Age=${COOKIE_S}; HttpOnly; SameSite=Lax${secure}`,
    );
  });
}
