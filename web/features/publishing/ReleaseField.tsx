import { Field } from '../../ui/Field.tsx';
import { bound, type FieldsProps } from './TrackFields.tsx';

/** When a track comes out; a requested song comes out at once. */
export function ReleaseField({
  requested,
  hint,
  ...props
}: FieldsProps & { requested: boolean; hint: string }) {
  if (requested)
    return (
      <p className="text-soft">A requested song comes out at once: its backers are told when it is there.</p>
    );
  return (
    <div className="sm:max-w-[calc(50%-0.5rem)]">
      <Field label="Release date" type="datetime-local" hint={hint} {...bound(props, 'release_date')} />
    </div>
  );
}
