import type { MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import { useStore } from '../lib/store.ts';
import { Sheet } from '../ui/layers/Sheet.tsx';
import { letterKeys, setLetterKeys } from './keys.ts';
import { shortcuts } from './shortcuts.ts';

const keys: [key: string, meaning: MessageDescriptor][] = [
  ['/', msg`Search`],
  ['Ctrl K', msg`Search everything`],
  ['Space', msg`Play or pause`],
  ['Shift N', msg`Next song`],
  ['Shift P', msg`Previous song`],
  ['J  L', msg`Back or forward 10 seconds`],
  ['−  +', msg`Volume`],
  ['M', msg`Mute`],
  ['F', msg`Save the song that plays`],
  ['G E', msg`Go to Explore`],
  ['G L', msg`Go to Library`],
  ['G P', msg`Go to Playlists`],
  ['G R', msg`Go to Requests`],
  ['G U', msg`Go to Profile`],
  ['← →', msg`Move on a slider`],
  ['F8', msg`Go to the latest message`],
  ['Esc', msg`Close a dialog or menu`],
  ['?', msg`Show these shortcuts`],
];

export default function ShortcutsSheet() {
  const letters = useStore(letterKeys);
  return (
    <Sheet title={t`Keyboard shortcuts`} wide onClose={() => shortcuts.set(false)}>
      <dl className="grid grid-cols-[auto_1fr] items-center gap-x-5 gap-y-3 md:grid-cols-[auto_1fr_auto_1fr]">
        {keys.map(([key, meaning]) => (
          <div key={key} className="contents">
            <dt>
              <kbd className="inline-grid h-8 min-w-8 place-items-center rounded-sm border border-line bg-raised px-2 font-sans text-sm">
                {key}
              </kbd>
            </dt>
            <dd className="text-soft">{t(meaning)}</dd>
          </div>
        ))}
      </dl>
      <label className="mt-6 flex min-h-11 items-center gap-3 border-t border-line pt-4">
        <input
          type="checkbox"
          checked={letters}
          onChange={({ target }) => setLetterKeys(target.checked)}
          className="size-5 accent-ember"
        />
        {t`Use letter keys as shortcuts`}
      </label>
    </Sheet>
  );
}
