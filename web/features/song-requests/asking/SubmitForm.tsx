import { REQUEST_COST } from 'contract/features/song-requests-constants.ts';
import { genreLabel } from 'contract/genres.ts';
import { can, REQUEST_TOOLTIP } from 'contract/plans.ts';
import { ChevronDown, Plus } from 'lucide-react';
import { useId } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { Field } from '../../../ui/forms/Field.tsx';
import { checkCanRequest, type Voter } from '../use-voter.ts';
import type { RequestInput } from './request-input.ts';

interface Props {
  input: RequestInput;
  voter: Voter;
  onChange: (input: RequestInput) => void;
  /** Called when the dialog is likely to be opened soon. */
  onPreload: () => void;
  onOpen: () => void;
}

/**
 * Starts a request; the dialog continues with the same input. On phones only the button is shown. Before the script has
 * loaded, its button asks for the board with what was typed in the URL.
 */
export function SubmitForm({ input, voter, onChange, onPreload, onOpen }: Props) {
  const id = useId();
  const blocked = voter.viewer !== null && !can(voter.viewer, 'requestSongs');
  const open = () => checkCanRequest(voter, input) && onOpen();
  return (
    <form
      aria-labelledby={`${id}-heading`}
      noValidate
      onPointerEnter={onPreload}
      onFocus={onPreload}
      onSubmit={(event) => {
        event.preventDefault();
        open();
      }}
      className="submit-form"
    >
      <div className="submit-form-title hidden md:block">
        <h2 id={`${id}-heading`} className="text-lg">
          Request a song
        </h2>
        <p className="text-[0.9375rem] text-soft">{REQUEST_COST} credits put it on the board.</p>
      </div>
      <fieldset disabled={blocked} className="contents">
        <div className="hidden md:block">
          <Field
            label="Title"
            name="title"
            autoComplete="off"
            dir="auto"
            value={input.title}
            onChange={({ target }) => onChange({ ...input, title: target.value })}
          />
        </div>
        <div className="hidden md:block">
          <Field
            label="Artist"
            name="artist"
            autoComplete="off"
            dir="auto"
            value={input.artist}
            onChange={({ target }) => onChange({ ...input, artist: target.value })}
          />
        </div>
        <div className="hidden gap-1.5 md:grid">
          <span id={`${id}-genre`} className="font-medium">
            Genre
          </span>
          <button
            type="button"
            aria-haspopup="dialog"
            aria-labelledby={`${id}-genre ${id}-chosen`}
            onClick={open}
            className="flex h-12 w-full items-center justify-between gap-2 rounded-md border border-line bg-ground px-4 text-left transition hover:border-faint"
          >
            <span id={`${id}-chosen`} className={`truncate ${input.genre ? '' : 'text-faint'}`}>
              {input.genre ? genreLabel(input.genre) : 'Choose a genre'}
            </span>
            <ChevronDown size={16} aria-hidden="true" className="shrink-0 text-faint" />
          </button>
        </div>
      </fieldset>
      <Button
        type="submit"
        look="ember"
        size="lg"
        aria-disabled={blocked || undefined}
        data-tooltip={blocked ? REQUEST_TOOLTIP : undefined}
        className="w-full aria-disabled:opacity-45"
      >
        <Plus size={18} aria-hidden="true" /> Request Song
      </Button>
    </form>
  );
}
