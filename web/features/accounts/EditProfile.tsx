import type { Viewer } from '../../lib/session.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { NameForm } from './NameForm.tsx';
import { PasswordForm } from './PasswordForm.tsx';
import { PictureForm } from './PictureForm.tsx';

/** Edits picture, name, username and password; each part is saved on its own. */
export function EditProfile({ viewer, onClose }: { viewer: Viewer; onClose: () => void }) {
  return (
    <Sheet title="Edit Profile" onClose={onClose}>
      <div className="grid gap-7">
        <PictureForm viewer={viewer} />
        <NameForm viewer={viewer} onSaved={onClose} />
        <PasswordForm />
      </div>
    </Sheet>
  );
}
