import { act } from '@testing-library/react';
import type { TestServer } from '../../server/testing/server.ts';
import { form } from '../../server/testing/sounds.ts';
import type { Wire } from './page.tsx';

/**
 * `XMLHttpRequest` as uploads use it, over the real server: half of a file is sent immediately, the rest once
 * `wire.held` resolves.
 */
export function uploadsOf(s: TestServer, wire: Wire) {
  return class Uploads {
    status = 0;
    responseText = '';
    upload: { onprogress: ((event: { loaded: number; total: number }) => void) | null } = {
      onprogress: null,
    };
    onload: (() => void) | null = null;
    onerror: (() => void) | null = null;
    onabort: (() => void) | null = null;
    #asked = '';
    #url = '';
    #headers: Record<string, string> = { host: location.host };
    #ended = false;
    open(method: string, url: string) {
      this.#url = url;
      this.#asked = `${method} ${url}`;
    }
    setRequestHeader(name: string, value: string) {
      this.#headers[name] = value;
    }
    abort() {
      if (this.#ended) return;
      this.#ended = true;
      this.onabort?.();
    }
    async send(body: FormData) {
      wire.calls.push(this.#asked);
      const [[field, file]] = [...body.entries()] as [[string, File]];
      act(() => this.upload.onprogress?.({ loaded: file.size / 2, total: file.size }));
      await wire.held;
      if (this.#ended) return;
      const data = Buffer.from(await file.arrayBuffer());
      const sent = form({ field, name: file.name, data });
      const lost = wire.cut?.test(this.#asked);
      const answer = lost
        ? undefined
        : await s.app.inject({
            method: 'POST',
            url: this.#url,
            headers: { ...this.#headers, ...sent.headers },
            payload: sent.body,
          });
      if (this.#ended) return;
      this.#ended = true;
      act(() => {
        if (!answer) return this.onerror?.();
        this.status = answer.statusCode;
        this.responseText = answer.body;
        this.onload?.();
      });
    }
  };
}
