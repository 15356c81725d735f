import { AdminOnly } from '../accounts/guards.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { EmptyStage } from '../ui/illustrations.tsx';
import { useTitle } from '../ui/use-title.ts';

/** `/create`, for admins. Publishing opens here; until then the page says so. */
export default function Create() {
  useTitle('Create');
  return (
    <AdminOnly>
      {() => (
        <div className="stage-width pt-8 pb-16 md:pt-13">
          <h1 className="text-[2rem] leading-tight md:text-[2.5rem]">Create</h1>
          <EmptyState
            picture={<EmptyStage />}
            title="Publishing is not open yet"
            text="Soon you can upload and publish tracks here."
          />
        </div>
      )}
    </AdminOnly>
  );
}
