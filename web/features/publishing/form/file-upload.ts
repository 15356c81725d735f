import { msg, t } from '@lingui/core/macro';
import { AnswerProblem } from 'contract/answers.ts';
import type { Api } from 'contract/api.ts';
import type { ResponseOf } from 'contract/endpoint.ts';
import { AUDIO_MAX_BYTES, COVER_MAX_BYTES } from 'contract/features/publishing-constants.ts';
import { useEffect, useState } from 'react';
import { sentenceOf, serverUrl, unanswered } from '../../../lib/http/api.ts';
import { language } from '../../../lib/i18n.ts';
import { session } from '../../../lib/storage/session-token.ts';
import { createStore, useStore } from '../../../lib/store.ts';
import { toast, toastProblem } from '../../../ui/layers/toasts.ts';

/** One file of a form: none, on its way to the server, or uploaded. `previous` is the one that it replaces. */
export type FileUpload<T> =
  | { state: 'empty'; error: string | null }
  | {
      state: 'uploading';
      name: string;
      bytes: number;
      /** From 0 to 1. */
      progress: number;
      picture: string | null;
      previous: T | null;
    }
  | { state: 'uploaded'; result: T; previous: T | null };

export const NO_FILE = { state: 'empty', error: null } as const;

export const uploaded = <T>(result: T): FileUpload<T> => ({ state: 'uploaded', result, previous: null });

/** Restores what came before an unfinished replacement. */
export function withoutReplacement<T>(upload: FileUpload<T>, error: string | null = null): FileUpload<T> {
  const previous = upload.state === 'empty' ? null : upload.previous;
  return previous === null ? { state: 'empty', error } : uploaded(previous);
}

/** §8's texts for each kind of file. */
const kinds = {
  'POST /api/upload/audio': {
    field: 'audio',
    maxBytes: AUDIO_MAX_BYTES,
    done: msg`Audio uploaded`,
    refused: msg`Failed to upload audio file`,
    unavailable: msg`Failed to upload audio`,
  },
  'POST /api/upload/cover': {
    field: 'cover',
    maxBytes: COVER_MAX_BYTES,
    done: msg`Cover uploaded`,
    refused: msg`Failed to upload cover image`,
    unavailable: msg`Failed to upload cover`,
  },
} as const;

/** Uploads files into one place of a form. A file that is there stays until the next one has been uploaded. */
export function createUploader<A extends keyof typeof kinds, T>(
  endpoint: A,
  get: () => FileUpload<T>,
  set: (upload: FileUpload<T>) => void,
) {
  const { field, maxBytes, done, refused, unavailable } = kinds[endpoint];
  let current: AbortController | undefined;

  /** Ends the upload under way and leaves the state as it is. */
  const abort = () => {
    current?.abort();
    current = undefined;
  };
  const fail = (title: string, error: string) => {
    set(withoutReplacement(get(), error));
    toastProblem(title, error);
  };

  const send = async (file: File): Promise<ResponseOf<Api[A]> | undefined> => {
    if (file.size > maxBytes) {
      const error = t`Please choose a file of at most ${{ megabytes: maxBytes / 1024 / 1024 }} MB.`;
      if (get().state === 'empty') set({ state: 'empty', error });
      toastProblem(t`Upload failed`, error);
      return;
    }
    abort();
    const mine = new AbortController();
    current = mine;
    const before = get();
    const previous =
      before.state === 'uploaded' ? before.result : before.state === 'uploading' ? before.previous : null;
    const picture = field === 'cover' ? URL.createObjectURL(file) : null;
    set({ state: 'uploading', name: file.name, bytes: file.size, progress: 0, picture, previous });
    try {
      const onProgress = (progress: number) => {
        const upload = get();
        if (current === mine && upload.state === 'uploading') set({ ...upload, progress });
      };
      const result = await sendFile(endpoint, field, file, { onProgress, signal: mine.signal });
      if (current !== mine) return;
      set({ state: 'uploaded', result: result as T, previous });
      toast(t(done));
      return result;
    } catch (error) {
      if (current !== mine) return;
      const isAway = error instanceof AnswerProblem && error.code === 'unavailable';
      fail(isAway ? t(unavailable) : t`Upload failed`, sentenceOf(error, t(refused)));
    } finally {
      if (picture) URL.revokeObjectURL(picture);
      if (current === mine) current = undefined;
    }
  };
  return {
    send,
    abort,
    /** Ends the upload, or drops an uploaded replacement, and restores the file that was there before. */
    cancel: () => {
      abort();
      set(withoutReplacement(get()));
    },
    /** Accepts the uploaded file for good. */
    keep: () => {
      const upload = get();
      if (upload.state === 'uploaded') set(uploaded(upload.result));
    },
    clear: () => {
      abort();
      set(NO_FILE);
    },
  };
}

/** The cover of a form that is not the draft. */
export function useCover(initialUrl: string | null) {
  const [{ store, uploader }] = useState(() => {
    const store = createStore<FileUpload<{ url: string }>>(
      initialUrl ? uploaded({ url: initialUrl }) : NO_FILE,
    );
    return { store, uploader: createUploader('POST /api/upload/cover', store.get, store.set) };
  });
  const file = useStore(store);
  useEffect(() => uploader.abort, [uploader]);
  return { ...uploader, file, url: file.state === 'uploaded' ? file.result.url : null };
}

type Uploads = 'POST /api/upload/audio' | 'POST /api/upload/cover';

/**
 * Uploads a file as a form and reports its progress, which `fetch` cannot.
 * @param onProgress is called with the part that was sent, 0 to 1.
 * @param signal cancels the upload, which then fails with an `AbortError`.
 * @throws AnswerProblem with the server's message, or an empty one if it sent none.
 */
export function sendFile<A extends Uploads>(
  route: A,
  field: string,
  file: File,
  { onProgress, signal }: { onProgress: (part: number) => void; signal: AbortSignal },
): Promise<ResponseOf<Api[A]>> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const token = session.token();
    request.open('POST', serverUrl(route.slice('POST '.length)));
    request.setRequestHeader('accept-language', language);
    if (token) request.setRequestHeader('authorization', `Bearer ${token}`);
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onload = () => {
      const body = read(request.responseText);
      if (request.status >= 200 && request.status < 300) return resolve(body as ResponseOf<Api[A]>);
      if (request.status === 401 && token) session.refused(token);
      const sentence = [body?.error, body?.message].find((text) => typeof text === 'string' && text !== '');
      const code = typeof body?.code === 'string' ? body.code : undefined;
      reject(new AnswerProblem(request.status, (sentence as string | undefined) ?? '', code));
    };
    request.onerror = () => reject(unanswered());
    request.onabort = () => reject(new DOMException('The upload was canceled.', 'AbortError'));
    signal.addEventListener('abort', () => request.abort(), { once: true });
    const form = new FormData();
    form.append(field, file, file.name);
    request.send(form);
  });
}

function read(text: string): Record<string, unknown> | null {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
