import { AppLink } from '../../ui/AppLink.tsx';
import { buttonLook } from '../../ui/Button.tsx';
import { EmptyStage, EmptyState } from '../../ui/EmptyState.tsx';

export function EmptyLibrary() {
  return (
    <EmptyState
      picture={<EmptyStage />}
      title="No saved tracks yet"
      text="Start exploring and save your favorite songs!"
    >
      <AppLink href="/" className={buttonLook('ember')}>
        Explore
      </AppLink>
    </EmptyState>
  );
}
