import { useEffect, useState } from 'react';
import { createStore, useStore } from '../../lib/store.ts';
import { createUploader, type FileUpload, NO_FILE, uploaded } from './file-upload.ts';

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
