import { act } from '@testing-library/react';
import type { TestServer } from '../../server/testing/server.ts';
import { form } from '../../server/testing/sounds.ts';
import type { Wire } from './wire.ts';

/**
 * `XMLHttpRequest` for uploads to the real server. Half of a file is sent at once, the rest when `wire.delay`
 * resolves.
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
    #request = '';
    #url = '';
    #headers: Record<string, string> = { host: location.host };
    #ended = false;
    open(method: string, url: string) {
      this.#url = url;
      this.#request = `${method} ${url}`;
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
      wire.calls.push(this.#request);
      const [[field, file]] = [...body.entries()] as [[string, File]];
      act(() => this.upload.onprogress?.({ loaded: file.size / 2, total: file.size }));
      await wire.delay;
      if (this.#ended) return;
      const data = Buffer.from(await file.arrayBuffer());
      const sent = form({ field, name: file.name, data });
      const fails = wire.failing?.test(this.#request);
      const response = fails
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
        if (!response) return this.onerror?.();
        this.status = response.statusCode;
        this.responseText = response.body;
        this.onload?.();
      });
    }
  };
}
