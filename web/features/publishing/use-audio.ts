import { useQueryClient } from '@tanstack/react-query';
import type { Upload } from 'contract/publishing.ts';
import { useEffect } from 'react';
import { call } from '../../lib/api.ts';
import { draft } from './draft.ts';
import { useDraft, useUpload } from './hooks.ts';

const GONE = 'This file is no longer here. Please upload it again.';

/** The draft's audio: how it arrives, how its processing goes, and what it tells for the empty fields. */
export function useAudio() {
  const client = useQueryClient();
  const { audio: sending } = useDraft();
  const id = sending.state === 'arrived' ? sending.it.id : null;
  const { upload, gone } = useUpload(id);

  useEffect(() => {
    if (upload?.state === 'ready' && upload.facts) draft.fill(upload.id, upload.facts);
  }, [upload]);

  /** What is not wanted any more need not be processed, or kept for a day. */
  const discard = () => {
    if (id === null || gone) return;
    call('DELETE /publishing/uploads/:id', { params: { id } }).catch((error) =>
      console.warn('The upload could not be discarded.', error),
    );
  };
  return {
    sending,
    upload,
    problem:
      sending.state === 'nothing'
        ? sending.problem
        : gone
          ? GONE
          : upload?.state === 'failed'
            ? upload.failure
            : null,
    send: async (file: File) => {
      discard();
      const arrived = (await draft.audio.send(file)) as Upload | undefined;
      if (arrived) client.setQueryData(['upload', arrived.id], arrived);
    },
    remove: () => {
      discard();
      draft.removeAudio();
    },
    /** Nothing can be published while it is on its way or being processed. */
    isReady: upload?.state === 'ready',
  };
}
