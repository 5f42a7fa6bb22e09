/** The strings of saved playbooks and of their page. */
import { plural } from './plural.ts';

export const playbooks = {
  intro:
    'Ways of doing a job, with boxes to fill in. What is made from one is a plan to review: it grants nothing.',
  saved: 'Saved here',
  builtIn: 'Part of the product',
  hidden: (count: number) => `Hidden (${count})`,
  none: 'No playbook is saved here yet',
  noneText: 'Open a plan version that worked, or a finished run, and choose "Save as playbook".',
  toPlans: 'Go to plans',
  ref: (id: string, version: string) => `${id}@${version}`,
  savedBy: (name: string) => `Saved by ${name}`,
  fromVersion: (version: number) => `from v${version} of a plan`,
  fromRun: (version: number) => `from a run that ended on v${version}`,
  systems: 'Systems',
  noSystems: 'None',
  missing: 'not here',
  kinds: (kind: string) => `(${kind})`,
  effects: 'Effects',
  effectCounts: ({ reads, writes, irreversible }: { reads: number; writes: number; irreversible: number }) =>
    [plural(reads, 'read', 'reads'), plural(writes, 'write', 'writes'), `${irreversible} irreversible`].join(
      ', ',
    ),
  parameters: 'Asks for',
  noParameters: 'Nothing but the goal',
  use: 'Use',
  nameOfUse: (title: string) => `Use "${title}"`,
  hide: 'Hide',
  hideLabel: (title: string) => `Hide "${title}"`,
  hideDone: (title: string) => `"${title}" is hidden. Plans made from it stay as they are.`,
  showAgain: 'Show again',
  showAgainLabel: (title: string) => `Show "${title}" again`,
  showDone: (title: string) => `"${title}" is offered again.`,
  save: {
    button: 'Save as playbook',
    title: (version: number) => `Save v${version} as a playbook`,
    text: 'Others can then make the same plan with other values. No approval and no result comes along.',
    fromRun: (version: number) =>
      `This run ended on v${version}, with every change made on its way. That version is saved.`,
    name: 'Name',
    nameHint: 'a-z, 0-9 and -, such as rename-column. Plans made from it say this name.',
    titleLabel: 'Title',
    description: 'Description (optional)',
    descriptionHint: 'What it does, and when to use it.',
    values: 'Which values may be given anew?',
    valuesHint:
      'All others stay as they are. Statements in SQL and other code stay as they were reviewed. Give two values the same name to fill both from one box.',
    noValues: 'No value of this plan can be given anew. The goal still can.',
    inSteps: (titles: readonly string[]) =>
      titles.length === 0
        ? 'of the plan'
        : titles.length === 1
          ? `in ${titles[0] ?? ''}`
          : `in ${plural(titles.length, 'step', 'steps')}: ${titles.join(', ')}`,
    valueLabel: (label: string, value: string) => `${label}: ${value}`,
    label: 'Asked as',
    parameter: 'Name of the value',
    chosen: (count: number) => (count === 1 ? '1 value is asked for' : `${count} values are asked for`),
    submit: 'Save playbook',
    submitNext: (version: number) => `Save as version ${version}`,
    done: (name: string, version: number) => `Saved as ${name}@${version}.`,
  },
};
