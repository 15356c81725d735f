import { Button } from '../../ui/Button.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { toast, toastProblem } from '../../ui/toasts.ts';

/** The recovery codes, which are shown only once. */
export function RecoveryCodes({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  return (
    <Sheet
      title="Your recovery codes"
      description="Each works once, if you lose your app. Keep them where only you can read them: they are not shown again."
      onClose={onClose}
    >
      <ul className="grid grid-cols-2 gap-3 rounded-md border border-line p-4 text-center font-mono">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="mt-5 flex flex-wrap justify-end gap-3">
        <Button onClick={() => void copy(codes)}>Copy</Button>
        <Button onClick={() => save(codes)}>Download</Button>
        <Button look="ember" onClick={onClose}>
          I have saved them
        </Button>
      </div>
    </Sheet>
  );
}

/** The toast does not repeat the codes. */
async function copy(codes: string[]): Promise<void> {
  try {
    await navigator.clipboard.writeText(codes.join('\n'));
    toast('Recovery codes copied');
  } catch {
    toastProblem('The codes could not be copied', 'Please download them, or write them down.');
  }
}

function save(codes: string[]): void {
  const text = `Recovery codes for ${location.host}. Each works once.\n\n${codes.join('\n')}\n`;
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  Object.assign(document.createElement('a'), { href: url, download: 'ovation-recovery-codes.txt' }).click();
  URL.revokeObjectURL(url);
}
