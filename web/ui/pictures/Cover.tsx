import { coverSrcSet } from 'contract/pictures/covers.ts';

const DEFAULT_COVER = '/default-cover.svg';

/** A track's cover, or the default one when it has none or it fails to load. Square, as wide as its container. */
export function Cover({
  url,
  sizes,
  eager = false,
  className = '',
}: {
  url: string | null;
  sizes: string;
  eager?: boolean;
  className?: string;
}) {
  return (
    <img
      src={url ?? DEFAULT_COVER}
      srcSet={coverSrcSet(url)}
      sizes={sizes}
      alt=""
      width={640}
      height={640}
      loading={eager ? 'eager' : 'lazy'}
      fetchPriority={eager ? 'high' : 'auto'}
      decoding="async"
      draggable={false}
      onError={({ currentTarget }) => {
        if (currentTarget.getAttribute('src') === DEFAULT_COVER) return;
        currentTarget.removeAttribute('srcset');
        currentTarget.src = DEFAULT_COVER;
      }}
      className={`aspect-square w-full object-cover ${className}`}
    />
  );
}
