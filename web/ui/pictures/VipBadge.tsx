import { t } from '@lingui/core/macro';
import './vip-badge.css';

/** Marks the name of a Platinum member, wherever it is shown. */
export function VipBadge() {
  return (
    <>
      {/* So that it is read as a word of its own. */}{' '}
      <span title={t`Platinum member`} className="vip-badge">
        VIP
      </span>
    </>
  );
}
