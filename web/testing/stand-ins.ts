import type { TestServer } from '../../server/testing/server.ts';

/** The browser APIs that jsdom lacks, as little of them as the pages need. */
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

/** An `IntersectionObserver` that reports on demand that all its targets are visible. */
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

/** Simulates scrolling to the end of the list. */
export function scrollToTheEnd(): void {
  for (const one of [...IntersectionObserver.watching]) one.say([{ isIntersecting: true }]);
}

/** Tabs of one browser: a message reaches all other channels of the same name. */
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

/** Shows or hides the tab. */
export function look(now: DocumentVisibilityState): void {
  Object.defineProperty(document, 'visibilityState', { value: now, configurable: true });
  document.dispatchEvent(new Event('visibilitychange'));
}

/** `EventSource` over the real server's stream. `open` lists the connected ones. */
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
        const events = (rest + piece).split('\n\n');
        rest = events.pop()!;
        for (const lines of events) this.#dispatch(lines);
      });
    }
    #dispatch(lines: string) {
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
