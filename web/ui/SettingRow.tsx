import type { LucideIcon } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { Button } from './Button.tsx';

/** A part of a page of settings: its heading, one sentence that sums it up, and lists of rows. */
export function SettingSection({
  title,
  text,
  children,
}: {
  title: string;
  text?: ReactNode;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="settings-section in-order">
      <h2 id={id}>{title}</h2>
      {text && <p>{text}</p>}
      {children}
    </section>
  );
}

/** The button at the end of a row. */
interface RowAction {
  word: string;
  /** For screen readers, where several rows have the same word. */
  label?: string;
  look?: 'ember' | 'quiet';
  bad?: boolean;
  disabled?: boolean;
  onClick: () => void;
}

/**
 * An item of a list of settings: a name, a sentence, and at most one button.
 * @param tone whether it is as it should be.
 * @param children in place of the button.
 */
export function SettingRow({
  icon: Icon,
  tone,
  name,
  text,
  action,
  children,
}: {
  icon?: LucideIcon;
  tone?: 'good' | 'warn' | undefined;
  name: ReactNode;
  text?: ReactNode;
  action?: RowAction | undefined;
  children?: ReactNode;
}) {
  return (
    <li className="setting">
      {Icon && (
        <span aria-hidden="true" data-tone={tone} className="setting-icon">
          <Icon size={16} />
        </span>
      )}
      <div className="setting-words">
        <p dir="auto">{name}</p>
        {text && <p>{text}</p>}
      </div>
      {action && (
        <Button
          look={action.look ?? 'quiet'}
          disabled={action.disabled ?? false}
          onClick={action.onClick}
          aria-label={action.label}
          className={action.bad ? 'text-bad!' : ''}
        >
          {action.word}
        </Button>
      )}
      {children}
    </li>
  );
}

/** A setting that is on or off. @param text what it does. */
export function SettingSwitch({
  name,
  text,
  checked,
  onChange,
}: {
  name: string;
  text?: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
}) {
  const id = useId();
  return (
    <li>
      <label className="setting">
        <span className="setting-words">
          <span id={id}>{name}</span>
          {text && <span id={`${id}-text`}>{text}</span>}
        </span>
        <input
          type="checkbox"
          role="switch"
          aria-checked={checked}
          aria-labelledby={id}
          aria-describedby={text ? `${id}-text` : undefined}
          checked={checked}
          onChange={({ target }) => onChange(target.checked)}
          className="setting-switch"
        />
      </label>
    </li>
  );
}
