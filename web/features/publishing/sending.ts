import { AnswerProblem } from 'contract/answers.ts';
import type { Api } from 'contract/api.ts';
import type { Answer } from 'contract/endpoint.ts';
import { AUDIO_MAX_BYTES, COVER_MAX_BYTES } from 'contract/publishing-constants.ts';
import { sendFile } from '../../lib/send-file.ts';
import { toast, toastProblem } from '../../ui/toasts.ts';

/** A file on its way to the server, or what came of it. */
export type Sending<T> =
  | { state: 'nothing'; problem: string | null }
  | { state: 'sending'; name: string; bytes: number; part: number; picture: string | null }
  | { state: 'arrived'; it: T };

export const NOTHING_SENT = { state: 'nothing', problem: null } as const;

/** §8's words for each kind of file. */
const kinds = {
  'POST /api/upload/audio': {
    field: 'audio',
    most: AUDIO_MAX_BYTES,
    done: 'Audio uploaded',
    refused: 'Failed to upload audio file',
    lost: 'Failed to upload audio',
  },
  'POST /api/upload/cover': {
    field: 'cover',
    most: COVER_MAX_BYTES,
    done: 'Cover uploaded',
    refused: 'Failed to upload cover image',
    lost: 'Failed to upload cover',
  },
} as const;

/** A place for one file: what is sent there takes the place of what was there before. */
export function sendingOf<A extends keyof typeof kinds, T>(
  address: A,
  now: () => Sending<T>,
  set: (sending: Sending<T>) => void,
) {
  const { field, most, done, refused, lost } = kinds[address];
  let underWay: AbortController | undefined;

  const abort = () => {
    underWay?.abort();
    underWay = undefined;
  };
  const cancel = () => {
    abort();
    set(NOTHING_SENT);
  };
  const fail = (title: string, problem: string) => {
    set({ state: 'nothing', problem });
    toastProblem(title, problem);
  };

  const send = async (file: File): Promise<Answer<Api[A]> | undefined> => {
    if (file.size > most) {
      const problem = `Please choose a file of at most ${most / 1024 / 1024} MB.`;
      // What is there already stays.
      if (now().state === 'nothing') set({ state: 'nothing', problem });
      toastProblem('Upload failed', problem);
      return;
    }
    cancel();
    const mine = new AbortController();
    underWay = mine;
    const picture = field === 'cover' ? URL.createObjectURL(file) : null;
    set({ state: 'sending', name: file.name, bytes: file.size, part: 0, picture });
    try {
      const tell = (part: number) => {
        const sending = now();
        if (underWay === mine && sending.state === 'sending') set({ ...sending, part });
      };
      const it = await sendFile(address, field, file, { tell, signal: mine.signal });
      if (underWay !== mine) return;
      set({ state: 'arrived', it: it as T });
      toast(done);
      return it;
    } catch (error) {
      if (underWay !== mine) return;
      if (!(error instanceof AnswerProblem)) fail('Upload failed', refused);
      else if (error.code === 'unavailable') fail(lost, error.message);
      else fail('Upload failed', error.message || refused);
    } finally {
      if (picture) URL.revokeObjectURL(picture);
      if (underWay === mine) underWay = undefined;
    }
  };
  return {
    send,
    /** Ends what is on its way, and clears the place. */
    cancel,
    /** Ends what is on its way, and says so to nobody. */
    abort,
  };
}
