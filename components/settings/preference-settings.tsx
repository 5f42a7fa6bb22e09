'use client';
import { setPreference, usePreferences, type Preferences } from '#components/preferences.ts';
import { openLayer } from '#components/shell/layers.ts';
import { Panel } from '#components/shell/page.tsx';
import { Button } from '#components/ui/button.tsx';
import { Radios } from '#components/ui/field.tsx';
import { messages } from '#components/ui/messages.ts';
import { SavedMark, useSaved } from './saved-mark.tsx';

const text = messages.preferences;

/** How this browser shows things; saved at once, field by field. */
export function PreferenceSettings() {
  return (
    <>
      <Panel id="display" title={text.display} bodyClassName="flex flex-col gap-4 p-3">
        <Choice
          name="theme"
          label={messages.theme.button}
          options={(['system', 'light', 'dark'] as const).map((value) => ({
            value,
            label: messages.theme[value],
          }))}
        />
        <Choice
          name="density"
          label={text.density}
          options={(['comfortable', 'compact'] as const).map((value) => ({
            value,
            label: text.densities[value],
            hint: text.densityTexts[value],
          }))}
        />
        <Choice
          name="motion"
          label={text.motion}
          options={(['system', 'off'] as const).map((value) => ({
            value,
            label: text.motions[value],
            hint: text.motionTexts[value],
          }))}
        />
      </Panel>
      <Panel
        id="shortcuts"
        title={messages.shortcuts.title}
        aside={
          <Button size="sm" onClick={() => openLayer('help')}>
            {text.showShortcuts}
          </Button>
        }
      >
        <Choice
          name="singleKeys"
          label={text.singleKeys}
          options={(['on', 'off'] as const).map((value) => ({
            value,
            label: text.singleKeyChoices[value],
            hint: text.singleKeyTexts[value],
          }))}
        />
      </Panel>
    </>
  );
}

function Choice<Name extends keyof Preferences>({
  name,
  label,
  options,
}: {
  name: Name;
  label: string;
  options: readonly { value: Preferences[Name]; label: string; hint?: string }[];
}) {
  const value = usePreferences((state) => state[name]) as Preferences[Name];
  const { saved, mark } = useSaved();
  return (
    <Radios
      name={name}
      label={label}
      after={<SavedMark saved={saved} />}
      value={value}
      options={options}
      onChange={(next) => mark(setPreference(name, next))}
    />
  );
}
