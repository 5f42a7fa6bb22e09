import { cx } from '#components/ui/cx.ts';
import { stateLooks, toneText, type MarkState } from './state-looks.ts';

export function StateIcon({
  state,
  size = 18,
  className,
}: {
  state: MarkState;
  size?: number;
  className?: string;
}) {
  const { icon: Icon, tone } = stateLooks[state];
  return (
    <Icon
      aria-hidden
      size={size}
      strokeWidth={2.25}
      className={cx('shrink-0', toneText[tone], state === 'running' && 'animate-spin', className)}
    />
  );
}

/** Word and icon of a state: never colour alone. `detail` follows the word ("2 of 3", "by v4"). */
export function StateBadge({
  state,
  detail,
  size = 16,
  className,
}: {
  state: MarkState;
  detail?: string | undefined;
  size?: number;
  className?: string;
}) {
  const { word, tone } = stateLooks[state];
  return (
    <span
      className={cx(
        'inline-flex items-center gap-1.5 align-middle font-semibold whitespace-nowrap',
        toneText[tone],
        className,
      )}
      data-state={state}
    >
      <StateIcon state={state} size={size} />
      {detail ? `${word} ${detail}` : word}
    </span>
  );
}
