import { catalogue, type ErrorCode, Problem } from 'contract/errors.ts';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { say } from '../text/say.ts';
import { makeSafe } from './headers.ts';
import { languageFor, varyByLanguage } from './language.ts';
import { repairAddress } from './pages/site.ts';

/** Fastify's own errors as codes of the catalogue. Any other error is answered with a 500. */
const fastifyCodes: Record<string, ErrorCode> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'wrong_type',
  FST_ERR_CTP_BODY_TOO_LARGE: 'too_large',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'bad_json',
  FST_ERR_CTP_INVALID_JSON_BODY: 'bad_json',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'bad_input',
  FST_ERR_BAD_URL: 'bad_input',
  FST_ERR_ROUTE_MISSING_CONTENT_TYPE: 'wrong_type',
  FST_ERR_MAX_PARAM_LENGTH: 'not_found',
};

/** Retry delay after a temporary failure, seconds. */
const RETRY_SECONDS = 2;

/** Answers every error from the catalogue. Unexpected ones are logged, and clients see only a general message. */
export function handleErrors(
  server: FastifyInstance,
  isTemporary: (error: unknown) => boolean = () => false,
  onFault: (error: unknown, what: string) => void = () => {},
): void {
  server.setErrorHandler((error: FastifyError | Problem, request, reply) => {
    if (error instanceof Problem) {
      // The cause is for the operator, not for the client.
      if (error.cause !== undefined) {
        request.log.error({ err: error.cause }, error.message);
        onFault(error.cause, routeOf(request));
      }
      return answerProblem(reply, error);
    }
    const code =
      fastifyCodes[error.code] ??
      (error instanceof SyntaxError && error.statusCode === 400 ? 'bad_json' : undefined);
    if (code) return answerProblem(reply, new Problem(code));
    // The client left before its body had arrived: no fault of ours, and nobody reads the answer.
    if (request.raw.destroyed && !request.raw.complete)
      return answerProblem(reply, new Problem('bad_request'));
    const reason = isTemporary(error)
      ? 'the database is unavailable'
      : isOutOfFiles(error)
        ? 'too many open files'
        : undefined;
    if (reason) {
      request.log.warn({ reason: error.message }, reason);
      onFault(error, reason);
      return answerProblem(reply, new Problem('unavailable', undefined, { retry_after: RETRY_SECONDS }));
    }
    request.log.error({ err: error }, 'unexpected failure');
    onFault(error, routeOf(request));
    return answerProblem(reply, new Problem('internal'));
  });
}

/** The route of a call as in the contract, without what the caller filled in. */
const routeOf = ({ method, routeOptions }: FastifyRequest) => `${method} ${routeOptions?.url ?? '?'}`;

/** Tells whether the process, or the system, has too many open files and sockets. */
export function isOutOfFiles(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'EMFILE' || code === 'ENFILE';
}

/** Answers errors before routing, such as a malformed URL. No hook runs for them. */
export function frameworkErrors(error: FastifyError, _request: FastifyRequest, reply: FastifyReply): void {
  makeSafe(reply);
  answerProblem(reply, new Problem(fastifyCodes[error.code] ?? 'bad_input'));
}

/**
 * The same on a server with a web page. A redirect leads malformed URLs of pages to the page that says what is
 * missing: sent from here, it would count against nobody's limit.
 */
export function frameworkErrorsOfSite(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  const repaired =
    isRead && error.code === 'FST_ERR_BAD_URL'
      ? repairAddress(request.url, request.headers.accept)
      : undefined;
  if (repaired === undefined) frameworkErrors(error, request, reply);
  else {
    makeSafe(reply);
    reply.header('cache-control', 'no-store').redirect(repaired);
  }
}

/** Answers unknown URLs with 404 on a server without a web page. */
export function refuseUnknownAddresses(server: FastifyInstance): void {
  server.setNotFoundHandler(() => {
    throw new Problem('not_found');
  });
}

export function answerProblem(reply: FastifyReply, problem: Problem): FastifyReply {
  const status = problem.code in catalogue ? problem.status : 500;
  const { retry_after } = problem.details;
  if (typeof retry_after === 'number') reply.header('retry-after', retry_after);
  if (status === 401) reply.header('www-authenticate', 'Bearer');
  const upload = reply.request.routeOptions?.config?.isUpload === true;
  const { words } = problem;
  const message = say(languageFor(reply), words);
  varyByLanguage(reply);
  // The route's serializer describes its success response only.
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send({
      message,
      ...(upload && { error: message }),
      code: problem.code,
      ...(typeof words === 'object' && words.values && { values: words.values }),
      ...problem.details,
    });
}
