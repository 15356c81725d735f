import { AnswerProblem, NETWORK_FAILURE } from 'contract/answers.ts';
import type { Api } from 'contract/api.ts';
import type { Answer } from 'contract/endpoint.ts';
import { serverUrl } from './api.ts';
import { session } from './session-token.ts';

type Uploads = 'POST /api/upload/audio' | 'POST /api/upload/cover';

/**
 * Uploads a file as a form and reports its progress, which `fetch` cannot.
 * @param onProgress is called with the part that was sent, 0 to 1.
 * @param signal cancels the upload, which then fails with an `AbortError`.
 * @throws AnswerProblem with the server's message, or an empty one if it sent none.
 */
export function sendFile<A extends Uploads>(
  address: A,
  field: string,
  file: File,
  { onProgress, signal }: { onProgress: (part: number) => void; signal: AbortSignal },
): Promise<Answer<Api[A]>> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const token = session.token();
    request.open('POST', serverUrl(address.slice('POST '.length)));
    if (token) request.setRequestHeader('authorization', `Bearer ${token}`);
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onload = () => {
      const body = read(request.responseText);
      if (request.status >= 200 && request.status < 300) return resolve(body as Answer<Api[A]>);
      if (request.status === 401 && token) session.refused(token);
      const sentence = [body?.error, body?.message].find((text) => typeof text === 'string' && text !== '');
      const code = typeof body?.code === 'string' ? body.code : undefined;
      reject(new AnswerProblem(request.status, (sentence as string | undefined) ?? '', code));
    };
    request.onerror = () => reject(new AnswerProblem(503, NETWORK_FAILURE, 'unavailable'));
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
