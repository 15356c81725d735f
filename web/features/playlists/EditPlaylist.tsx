import { useState } from 'react';
import { Cover } from '../../ui/Cover.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { toast, toastProblem } from '../../ui/toasts.ts';
import { type PlaylistPage, useEditPlaylist } from './hooks.ts';
import { PlaylistCover } from './PlaylistCover.tsx';
import { PlaylistForm } from './PlaylistForm.tsx';

/** As many covers are offered as fit a dialog. */
const OFFERED = 11;
const frame =
  'overflow-hidden rounded-sm border-2 border-transparent transition has-checked:border-ember has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ember-ink';

/** Name, description, who may see it, and its cover: the mosaic, or that of one of its tracks. */
export function EditPlaylist({
  page: { playlist, entries },
  onClose,
}: {
  page: PlaylistPage;
  onClose: () => void;
}) {
  const { mutate, isPending } = useEditPlaylist(playlist.id);
  const [open, setOpen] = useState(playlist.privacy === 'public');
  const [cover, setCover] = useState(playlist.cover_image_url);
  const covers = [...new Set(entries.flatMap(({ track }) => track?.cover_image_url ?? []))].slice(0, OFFERED);
  return (
    <Sheet title="Edit playlist" onClose={onClose}>
      <PlaylistForm
        first={{ name: playlist.name, description: playlist.description ?? '' }}
        verb="Save"
        busy={isPending}
        onCancel={onClose}
        onSend={(wish) =>
          mutate(
            { ...wish, privacy: open ? 'public' : 'private', cover_image_url: cover },
            {
              onSuccess: () => {
                toast('Playlist saved');
                onClose();
              },
              onError: (error) => toastProblem('Failed to save playlist', error.message),
            },
          )
        }
      >
        <label className="flex min-h-11 items-center gap-3">
          <input
            type="checkbox"
            checked={open}
            onChange={({ target }) => setOpen(target.checked)}
            className="size-5"
          />
          <span>
            Public <span className="text-faint">– anyone with its address can listen</span>
          </span>
        </label>
        {covers.length > 0 && (
          <fieldset>
            <legend className="mb-2 font-medium">Cover</legend>
            <div className="grid grid-cols-4 gap-2 sm:grid-cols-6">
              <label className={frame}>
                <input
                  type="radio"
                  name="cover"
                  className="sr-only"
                  checked={cover === null}
                  onChange={() => setCover(null)}
                />
                <PlaylistCover
                  playlist={{ ...playlist, cover_image_url: null }}
                  sizes="64px"
                  className="rounded-none!"
                />
                <span className="sr-only">A mosaic of its first tracks</span>
              </label>
              {covers.map((url, index) => (
                <label key={url} className={frame}>
                  <input
                    type="radio"
                    name="cover"
                    className="sr-only"
                    checked={cover === url}
                    onChange={() => setCover(url)}
                  />
                  <Cover url={url} sizes="64px" />
                  <span className="sr-only">Cover {index + 1}</span>
                </label>
              ))}
            </div>
          </fieldset>
        )}
      </PlaylistForm>
    </Sheet>
  );
}
