import type { TestServer } from '../../server/testing/server.ts';

/** What a browser has and jsdom has not, as little of it as the pages need. */
export function installStandIns(): void {
  Object.assign(globalThis, { ResizeObserver, IntersectionObserver, BroadcastChannel });
  Object.assign(Element.prototype, {
    scrollIntoView() {},
    hasPointerCapture: () => false,
    setPointerCapture() {},
    releasePointerCapture() {},
  });
  window.scrollTo = () => {};
  URL.createObjectURL ??= () => 'blob:made';
  URL.revokeObjectURL ??= () => {};
}

class ResizeObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}

/** Says when it is told to that everything watched has come into view. */
class IntersectionObserver {
  static watching = new Set<IntersectionObserver>();
  readonly say: (entries: { isIntersecting: boolean }[]) => void;
  constructor(say: IntersectionObserver['say']) {
    this.say = say;
  }
  observe() {
    IntersectionObserver.watching.add(this);
  }
  disconnect() {
    IntersectionObserver.watching.delete(this);
  }
}

/** As if one scrolled to the end of what is there. */
export function scrollToTheEnd(): void {
  for (const one of [...IntersectionObserver.watching]) one.say([{ isIntersecting: true }]);
}

/** Tabs of one browser: what one posts, the others of its name hear. */
class BroadcastChannel {
  static open = new Set<BroadcastChannel>();
  onmessage: ((event: { data: unknown }) => void) | null = null;
  readonly name: string;
  constructor(name: string) {
    this.name = name;
    BroadcastChannel.open.add(this);
  }
  postMessage(data: unknown) {
    for (const other of BroadcastChannel.open)
      if (other !== this && other.name === this.name) other.onmessage?.({ data });
  }
  close() {
    BroadcastChannel.open.delete(this);
  }
}

/** `EventSource` over the real server's stream. */
export function eventSourceOf(s: TestServer) {
  return class {
    onmessage: ((event: { data: string }) => void) | null = null;
    readonly #closed = new AbortController();
    constructor(address: string) {
      void this.#listen(address);
    }
    async #listen(address: string) {
      const answer = await s.app.inject({ url: address, payloadAsStream: true });
      const stream = answer.stream();
      this.#closed.signal.addEventListener('abort', () => stream.destroy());
      stream.on('data', (piece: Buffer) => {
        for (const [, data] of piece.toString().matchAll(/^data: (.*)$/gm)) this.onmessage?.({ data: data! });
      });
    }
    close() {
      this.#closed.abort();
    }
  };
}
