/**
 * Every string of the screens, in one place. Words follow docs/spec: say what will happen to what; a button is verb
 * and object; errors say what failed, what is safe, what to do. No "please", "successfully", "just"; no exclamation marks.
 * Counts go through `plural`, so that another language can replace this file alone.
 */
const rules = new Intl.PluralRules('en');
function plural(value: number, one: string, other: string): string {
  return `${value.toLocaleString('en-US')} ${rules.select(value) === 'one' ? one : other}`;
}
const list = new Intl.ListFormat('en', { style: 'long', type: 'conjunction' });

const common = {
  product: 'Countersign',
  close: 'Close',
  cancel: 'Cancel',
  copy: 'Copy',
  copied: 'Copied',
  copyLink: 'Copy link',
  dismiss: 'Dismiss',
  loading: 'Loading',
  stillLoading: (seconds: number) => `Still loading. ${seconds} s`,
  retry: 'Try again',
  back: 'Back',
  save: 'Save',
  saved: 'Saved',
  show: 'Show',
  hide: 'Hide',
  none: 'None',
  now: 'now',
  in: (text: string) => `in ${text}`,
  ago: (text: string) => `${text} ago`,
  asOf: (text: string) => `As of ${text}`,
  by: (name: string) => `by ${name}`,
  version: (version: number) => `v${version}`,
  step: (number: number) => `Step ${number}`,
  steps: (value: number) => plural(value, 'step', 'steps'),
  unknownPerson: 'someone',
  timeZone: (zone: string) => `Times in ${zone}`,
};

const nav = {
  label: 'Main',
  skip: 'Skip to content',
  breadcrumb: 'Breadcrumb',
  home: 'Home',
  plans: 'Plans',
  runs: 'Runs',
  approvals: 'Approvals',
  connections: 'Connections',
  settings: 'Settings',
  more: 'More',
  withCount: (label: string, count: number) => `${label}, ${plural(count, 'needs you', 'need you')}`,
  account: (name: string) => `Account of ${name}`,
  signOut: 'Sign out',
};

const live = {
  live: 'Live',
  connecting: 'Connecting',
  reconnecting: 'Reconnecting',
  lastUpdate: (time: string) => `, last update ${time}`,
  lost: 'Connection lost, decisions are off',
  back: 'Connection is back',
  decisionsOff: 'Reconnecting. A decision now might not arrive.',
};

const theme = { button: 'Theme', light: 'Light', dark: 'Dark', system: 'System', current: 'current' };

const errors = {
  nothingChanged: 'Nothing was changed.',
  notFound: 'This page does not exist.',
  notFoundHint: 'It may have been removed, or the address has a typing error.',
};

const canvas = {
  graph: (steps: number) => `Plan graph, ${plural(steps, 'step', 'steps')}`,
  stepName: (number: number, title: string, facts: string, after: readonly number[]) =>
    `Step ${number}, ${title}. ${facts} ${after.length > 0 ? `After ${after.join(', ')}.` : 'No dependencies.'}`,
  asks: 'Asks approval',
  forEach: 'for each',
  success: (text: string) => `Done when: ${text}`,
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  fit: 'Show the whole plan',
  drawing: 'Drawing the graph',
};

const diff = {
  prefix: { added: 'Added. ', removed: 'Removed. ', changed: 'Changed. ', moved: 'Moved. ' } as Record<string, string>,
};

export const messages = { common, nav, live, theme, errors, canvas, diff };
