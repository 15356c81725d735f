import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { REQUEST_DESCRIPTION_MAX } from 'contract/song-requests-constants.ts';
import { useEffect, useState } from 'react';
import { call } from '../../lib/api.ts';
import { WishList } from '../../ui/WishList.tsx';

const DEBOUNCE_MS = 400;

/** What the studio understands of a description while somebody writes it, before anything is paid. */
export function Understood({ description, genre }: { description: string; genre: string }) {
  const [asked, setAsked] = useState({ description: '', genre: '' });
  useEffect(() => {
    const timer = setTimeout(setAsked, DEBOUNCE_MS, {
      description: description.trim().slice(0, REQUEST_DESCRIPTION_MAX),
      genre,
    });
    return () => clearTimeout(timer);
  }, [description, genre]);
  const enabled = description.trim() !== '' && asked.description !== '';
  const { data } = useQuery({
    queryKey: ['wishes', asked],
    queryFn: () =>
      call('POST /studio/wishes', {
        body: { description: asked.description, genre: asked.genre || undefined },
      }),
    placeholderData: keepPreviousData,
    gcTime: 0,
    enabled,
  });
  return (
    <div role="status" className="empty:hidden">
      {enabled && data && data.length > 0 && (
        <div className="grid gap-2">
          <p className="text-sm text-soft">The studio understands:</p>
          <WishList label="What the studio understands" wishes={data} />
        </div>
      )}
    </div>
  );
}
