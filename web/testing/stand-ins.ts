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

/** Shows the tab or hides it, as its reader does. */
export function look(now: DocumentVisibilityState): void {
  Object.defineProperty(document, 'visibilityState', { value: now, configurable: true });
  document.dispatchEvent(new Event('visibilitychange'));
}

/** `EventSource` over the real server's stream. `open` are those that listen now. */
export function eventSourceOf(s: TestServer) {
  return class Source extends EventTarget {
    static readonly CLOSED = 2;
    static open: Source[] = [];
    onmessage: ((event: { data: string }) => void) | null = null;
    readyState = 0;
    readonly #address: string;
    #stop = () => {};
    constructor(address: string) {
      super();
      this.#address = address;
      Source.open.push(this);
      void this.#listen();
    }
    async #listen() {
      const answer = await s.app.inject({ url: this.#address, payloadAsStream: true });
      const stream = answer.stream();
      this.#stop = () => stream.destroy();
      if (this.readyState === Source.CLOSED) return this.#stop();
      if (answer.statusCode !== 200) {
        this.close();
        this.dispatchEvent(new Event('error'));
        return;
      }
      this.readyState = 1;
      this.dispatchEvent(new Event('open'));
      let rest = '';
      stream.on('data', (piece: Buffer) => {
        const told = (rest + piece).split('\n\n');
        rest = told.pop()!;
        for (const lines of told) this.#tell(lines);
      });
    }
    #tell(lines: string) {
      const [, data] = /^data: ?(.*)$/m.exec(lines) ?? [];
      if (data === undefined || this.readyState === Source.CLOSED) return;
      const [, name = 'message'] = /^event: ?(.*)$/m.exec(lines) ?? [];
      if (name === 'message') this.onmessage?.({ data });
      this.dispatchEvent(new MessageEvent(name, { data }));
    }
    close() {
      if (this.readyState === Source.CLOSED) return;
      this.readyState = Source.CLOSED;
      Source.open = Source.open.filter((other) => other !== this);
      this.#stop();
    }
  };
}
