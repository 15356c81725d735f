import { Sheet } from '../ui/Sheet.tsx';
import { shortcuts } from './shortcuts.ts';

const keys: [key: string, meaning: string][] = [
  ['/', 'Search'],
  ['Space', 'Play or pause'],
  ['← →', 'Move on a slider'],
  ['F8', 'Go to the latest message'],
  ['Esc', 'Close a dialog or menu'],
  ['?', 'Show these shortcuts'],
];

export default function ShortcutsSheet() {
  return (
    <Sheet title="Keyboard shortcuts" onClose={() => shortcuts.set(false)}>
      <dl className="grid grid-cols-[auto_1fr] items-center gap-x-5 gap-y-3">
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
    </Sheet>
  );
}
