import { Field } from '../../ui/Field.tsx';
import { type FieldsProps, fieldProps } from './TrackFields.tsx';

/** A track's release date. Requested songs are released immediately. */
export function ReleaseField({
  requested,
  hint,
  ...props
}: FieldsProps & { requested: boolean; hint: string }) {
  if (requested)
    return (
      <p className="text-soft">A requested song is released immediately, and its backers are notified.</p>
    );
  return (
    <div className="sm:max-w-[calc(50%-0.5rem)]">
      <Field label="Release date" type="datetime-local" hint={hint} {...fieldProps(props, 'release_date')} />
    </div>
  );
}
