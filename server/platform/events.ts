import { once } from 'node:events';
import { connect as openSocket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { NatsConnection } from '@nats-io/transport-node';

/** The channels on which servers that share a database notify each other. */
export type Channel = 'applause' | 'board' | 'studio';

export interface Listener {
  onMessage: (text: string) => void;
  /** Called when messages may have been lost, for example after a lost connection is back. */
  onReconnect: () => void;
}

/** Carries events between the servers of one database. Without one, PostgreSQL does. */
export interface Broker {
  /** Tells this server's own listeners at once, and the other servers as soon as the broker takes it. */
  publish: (channel: Channel, text: string) => void;
  /** Tells the other servers now or never. */
  tellOthers: (channel: 'calls', text: string) => void;
  listen: (channel: Channel | 'calls', listener: Listener) => { stop: () => void };
  /** Begins to connect. @param id what the servers of one database have in common. */
  join: (id: string) => void;
  isConnected: () => boolean;
  /** Calls this whenever the connection is lost, with the reason, or back. */
  onChange: (listener: (state: 'connected' | 'away', error?: unknown) => void) => void;
  /** Sends what waits, unless that takes longer than a moment. */
  close: () => Promise<void>;
}

/** One message that makes everyone start over replaces longer messages, and more of them. In characters. */
const MESSAGE_LENGTH = 8000;
const QUEUE = { longest: 1000, batch: 100 };

/** The channel of that message. */
const DROPPED = 'dropped';

const DEFAULT_PORT = 4222;

/** Delay before reconnecting, ms; doubles with each failure. */
const BACKOFF = { first: 100, longest: 5000 };
/** How long the broker may take to answer, how often an idle connection is probed, and how long an end may take; ms. */
const LIMITS = { patienceMs: 4000, probeMs: 5000, closeMs: 1000 };

/**
 * Connects to NATS in the background, and again whenever the connection is lost. Messages wait in a bounded queue until
 * the broker has confirmed them; after a lost connection they are repeated.
 * @param urls `nats://` or `tls://`, several separated by commas, with `user:password@` or `token@` if need be.
 */
export function natsBroker(urls: string, limits: Partial<typeof LIMITS> = {}): Broker {
  const { patienceMs, probeMs, closeMs } = { ...LIMITS, ...limits };
  const listeners = new Set<{ channel: string; listener: Listener }>();
  const stopped = new AbortController();
  let queue: { channel: string; text: string }[] = [];
  let connection: NatsConnection | undefined;
  let state: 'connecting' | 'connected' | 'away' = 'connecting';
  let lastError: unknown;
  let onChange = (_state: 'connected' | 'away', _error?: unknown) => {};
  let running = Promise.resolve();
  let isClosing = false;
  /** Ends the present wait. */
  let wake = () => {};

  function add(channel: string, text: string): void {
    // The message that makes everyone start over covers this one, too.
    if (!connection && queue.at(-1)?.channel === DROPPED) return;
    if (text.length > MESSAGE_LENGTH || queue.length >= QUEUE.longest)
      queue = [{ channel: DROPPED, text: '' }];
    else queue.push({ channel, text });
    wake();
  }

  function deliver(channel: string, text: string): void {
    for (const one of listeners)
      if (channel === DROPPED) one.listener.onReconnect();
      else if (channel === one.channel) one.listener.onMessage(text);
  }

  function change(to: 'connected' | 'away', error?: unknown): void {
    const before = state;
    state = to;
    lastError = error;
    if (before !== to && !(before === 'connecting' && to === 'connected')) onChange(to, error);
  }

  async function run(id: string): Promise<void> {
    const servers = urls.split(',').map((url) => new URL(url.trim()));
    let wait = BACKOFF.first;
    for (let attempt = 0; !isClosing; attempt++) {
      try {
        await oneConnection(servers[attempt % servers.length]!, id, () => {
          wait = BACKOFF.first;
          change('connected');
          deliver(DROPPED, '');
        });
      } catch (error) {
        if (!isClosing) change('away', error);
      }
      if (isClosing) return;
      await sleep(wait, undefined, { signal: stopped.signal, ref: false }).catch(() => {});
      wait = Math.min(BACKOFF.longest, wait * 2);
    }
  }

  /** Resolves when there is nothing more to send before the end. @throws the error that ended the connection. */
  async function oneConnection(server: URL, id: string, onConnect: () => void): Promise<void> {
    const { connect } = await import('@nats-io/transport-node');
    await greeting(server, patienceMs);
    const opened = await connect({ ...optionsOf(server), timeout: patienceMs });
    let ended: unknown;
    void opened.closed().then((error) => {
      ended = error ?? new Error('The broker closed the connection.');
      wake();
    });
    const confirmed = () =>
      new Promise<void>((resolve, reject) => {
        const late = setTimeout(reject, patienceMs, new Error('The broker did not answer in time.'));
        wake = () => ended && reject(ended);
        opened
          .flush()
          .then(resolve, reject)
          .finally(() => clearTimeout(late));
      });
    try {
      opened.subscribe(`ovation.${id}.*`, {
        callback: (error, { subject, data }) => {
          if (error) void opened.close();
          // A line break would end an event of a stream.
          else if (data.length <= 4 * MESSAGE_LENGTH && !data.includes(10) && !data.includes(13))
            deliver(subject.slice(subject.lastIndexOf('.') + 1), Buffer.from(data).toString());
        },
      });
      await confirmed();
      connection = opened;
      onConnect();
      while (!isClosing || queue.length > 0) {
        const batch = new Set(queue.slice(0, QUEUE.batch));
        for (const { channel, text } of batch) opened.publish(`ovation.${id}.${channel}`, text);
        await confirmed();
        queue = queue.filter((one) => !batch.has(one));
        if (queue.length === 0 && !isClosing)
          await new Promise<void>((resolve) => {
            const probe = setTimeout(resolve, probeMs).unref();
            wake = () => {
              clearTimeout(probe);
              resolve();
            };
          });
      }
    } finally {
      connection = undefined;
      // They are worth nothing later.
      queue = queue.filter(({ channel }) => channel !== 'calls');
      void opened.close();
    }
  }

  return {
    publish(channel, text) {
      deliver(channel, text);
      add(channel, text);
    },
    tellOthers(channel, text) {
      if (connection && queue.length < QUEUE.batch) add(channel, text);
    },
    listen(channel, listener) {
      const one = { channel, listener };
      listeners.add(one);
      return { stop: () => void listeners.delete(one) };
    },
    join: (id) => {
      running = run(id);
    },
    isConnected: () => connection !== undefined,
    onChange: (listener) => {
      onChange = listener;
      if (state === 'away') onChange(state, lastError);
    },
    async close() {
      isClosing = true;
      if (!connection) stopped.abort();
      wake();
      await Promise.race([running, sleep(closeMs, undefined, { ref: false })]);
    },
  };
}

/** Waits until a server greets: the client would leave a socket open for each attempt at one that is frozen. */
async function greeting({ hostname, port }: URL, patienceMs: number): Promise<void> {
  const socket = openSocket({ host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || DEFAULT_PORT) });
  socket.on('error', () => {});
  try {
    await once(socket, 'data', { signal: AbortSignal.timeout(patienceMs) });
  } finally {
    socket.destroy();
  }
}

function optionsOf({ username, password, host, protocol }: URL) {
  const [user, pass] = [decodeURIComponent(username), decodeURIComponent(password)];
  return {
    servers: host,
    ...(pass ? { user, pass } : user && { token: user }),
    ...(protocol === 'tls:' && { tls: {} }),
    name: 'ovation',
    // This server's own listeners are told directly.
    noEcho: true,
    // The loop above reconnects, and its queue is bounded.
    reconnect: false,
  };
}
