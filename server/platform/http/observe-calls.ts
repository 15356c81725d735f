import type { FastifyInstance, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The response lasts as long as the client likes, so its duration says nothing about the server. */
    isStream?: boolean;
  }
}

export interface BegunCall {
  /** The template of its route, such as `/track/:id`; "none" for files of the page and unknown addresses. */
  route: string;
  isStream: boolean;
}

export interface EndedCall extends BegunCall {
  method: string;
  /** The HTTP status, or "aborted" if the client left before the response had been sent. */
  status: string;
  /** Since the call arrived. */
  ms: number;
  request: FastifyRequest;
}

export interface CallObserver {
  onBegin?: (call: BegunCall) => void;
  onEnd: (call: EndedCall) => void;
}

/** Calls the observer once when each call begins and once when its response has ended, however it ended. */
export function observeCalls(server: FastifyInstance, { onBegin, onEnd }: CallObserver): void {
  server.addHook('onRequest', (request, { raw }, done) => {
    const beganAt = performance.now();
    const { url: route = 'none', config } = request.routeOptions;
    const isStream = config.isStream === true;
    onBegin?.({ route, isStream });
    // Unlike Fastify's `onResponse`, this also comes when the client leaves.
    raw.once('close', () => {
      const status = raw.writableEnded ? String(raw.statusCode) : 'aborted';
      onEnd({ method: request.method, route, status, isStream, ms: performance.now() - beganAt, request });
    });
    done();
  });
}
