import type { TestServer } from '../../server/testing/server.ts';

/** Adds the browser APIs that the pages need and jsdom lacks. */
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

/** Reports everything observed as visible when `scrollToTheEnd` is called. */
class IntersectionObserver {
  static active = new Set<IntersectionObserver>();
  readonly notify: (entries: { isIntersecting: boolean }[]) => void;
  constructor(notify: IntersectionObserver['notify']) {
    this.notify = notify;
  }
  observe() {
    IntersectionObserver.active.add(this);
  }
  disconnect() {
    IntersectionObserver.active.delete(this);
  }
}

/** Simulates scrolling to the end of every list. */
export function scrollToTheEnd(): void {
  for (const observer of [...IntersectionObserver.active]) observer.notify([{ isIntersecting: true }]);
}

/** Delivers messages synchronously between the channels of a name. */
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
export function setVisibility(state: DocumentVisibilityState): void {
  Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
  document.dispatchEvent(new Event('visibilitychange'));
}

/** `EventSource` over the real server's streams. `open` lists the connected ones. */
export function eventSourceOf(s: TestServer) {
  return class Source extends EventTarget {
    static readonly OPEN = 1;
    static readonly CLOSED = 2;
    static open: Source[] = [];
    onmessage: ((event: { data: string }) => void) | null = null;
    readyState = 0;
    readonly #url: string;
    #disconnect = () => {};
    constructor(url: string) {
      super();
      this.#url = url;
      Source.open.push(this);
      void this.#connect();
    }
    async #connect() {
      const response = await s.app.inject({ url: this.#url, payloadAsStream: true });
      const stream = response.stream();
      this.#disconnect = () => stream.destroy();
      if (this.readyState === Source.CLOSED) return this.#disconnect();
      if (response.statusCode !== 200) {
        this.close();
        this.dispatchEvent(new Event('error'));
        return;
      }
      this.readyState = 1;
      this.dispatchEvent(new Event('open'));
      let buffer = '';
      stream.on('data', (chunk: Buffer) => {
        const events = (buffer + chunk).split('\n\n');
        buffer = events.pop()!;
        for (const event of events) this.#dispatch(event);
      });
    }
    #dispatch(event: string) {
      const [, data] = /^data: ?(.*)$/m.exec(event) ?? [];
      if (data === undefined || this.readyState === Source.CLOSED) return;
      const [, name = 'message'] = /^event: ?(.*)$/m.exec(event) ?? [];
      if (name === 'message') this.onmessage?.({ data });
      this.dispatchEvent(new MessageEvent(name, { data }));
    }
    close() {
      if (this.readyState === Source.CLOSED) return;
      this.readyState = Source.CLOSED;
      Source.open = Source.open.filter((other) => other !== this);
      this.#disconnect();
    }
  };
}
