import { useStore } from '../lib/store.ts';
import { Sheet } from '../ui/layers/Sheet.tsx';
import { letterKeys, setLetterKeys } from './keys.ts';
import { shortcuts } from './shortcuts.ts';

const keys: [key: string, meaning: string][] = [
  ['/', 'Search'],
  ['Ctrl K', 'Search everything'],
  ['Space', 'Play or pause'],
  ['Shift N', 'Next song'],
  ['Shift P', 'Previous song'],
  ['J  L', 'Back or forward 10 seconds'],
  ['−  +', 'Volume'],
  ['M', 'Mute'],
  ['F', 'Save the song that plays'],
  ['G E', 'Go to Explore'],
  ['G L', 'Go to Library'],
  ['G P', 'Go to Playlists'],
  ['G R', 'Go to Requests'],
  ['G U', 'Go to Profile'],
  ['← →', 'Move on a slider'],
  ['F8', 'Go to the latest message'],
  ['Esc', 'Close a dialog or menu'],
  ['?', 'Show these shortcuts'],
];

export default function ShortcutsSheet() {
  const letters = useStore(letterKeys);
  return (
    <Sheet title="Keyboard shortcuts" wide onClose={() => shortcuts.set(false)}>
      <dl className="grid grid-cols-[auto_1fr] items-center gap-x-5 gap-y-3 md:grid-cols-[auto_1fr_auto_1fr]">
        {keys.map(([key, meaning]) => (
          <div key={key} className="contents">
            <dt>
              <kbd className="inline-grid h-8 min-w-8 place-items-center rounded-sm border border-line bg-raised px-2 font-sans text-sm">
                {key}
              </kbd>
            </dt>
            <dd className="text-soft">{meaning}</dd>
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
        Use letter keys as shortcuts
      </label>
    </Sheet>
  );
}
