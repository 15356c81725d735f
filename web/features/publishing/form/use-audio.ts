import { t } from '@lingui/core/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Upload } from 'contract/features/publishing.ts';
import { useEffect } from 'react';
import { call } from '../../../lib/http/api.ts';
import { useStore } from '../../../lib/store.ts';
import { toastProblem } from '../../../ui/layers/toasts.ts';
import { isGone, uploadQuery } from '../queries.ts';
import { draft } from './draft.ts';

const gone = () => t`This file is no longer here. Please upload it again.`;

/** The draft's audio file: its upload, its processing, and the fields it fills in. */
export function useAudio() {
  const client = useQueryClient();
  const { audio } = useStore(draft);
  const id = audio.state === 'uploaded' ? audio.result.id : null;
  const query = useQuery(uploadQuery(id));
  const upload = id === null ? undefined : query.data;
  const isLost = isGone(query.error);
  const failure = isLost ? gone() : upload?.state === 'failed' ? upload.failure : null;
  const isReady = upload?.state === 'ready';

  useEffect(() => {
    // Read anew: in development an effect runs twice.
    const { audio } = draft.get();
    if (audio.state !== 'uploaded' || audio.result.id !== id) return;
    if (isReady && upload.facts) {
      draft.fill(upload.id, upload.facts);
      draft.audio.keep();
      if (audio.previous) discard(audio.previous.id);
    } else if (failure !== null && audio.previous) {
      draft.audio.cancel();
      toastProblem(t`Upload failed`, failure);
      if (!isLost) discard(id);
    }
  }, [id, upload, isReady, isLost, failure]);

  const discardCurrent = () => {
    if (id !== null && !isLost) discard(id);
  };
  return {
    file: audio,
    upload,
    error: audio.state === 'empty' ? audio.error : failure,
    /** False while the file is being uploaded or processed; nothing can be published then. */
    isReady,
    send: async (file: File) => {
      if (id !== null && !isReady) {
        discardCurrent();
        draft.audio.clear();
      }
      const result = (await draft.audio.send(file)) as Upload | undefined;
      if (result) client.setQueryData(uploadQuery(result.id).queryKey, result);
    },
    cancel: () => {
      discardCurrent();
      draft.audio.cancel();
    },
    remove: () => {
      discardCurrent();
      draft.removeAudio();
    },
  };
}

/** Deletes an upload that will not be published, so that the server need not process or keep it. */
export function discard(id: string): void {
  call('DELETE /publishing/uploads/:id', { params: { id } }).catch((error) =>
    console.warn('The upload could not be discarded.', error),
  );
}
