import { compare, history } from './messages-compare.ts';
import { playbooks } from './messages-playbooks.ts';
import { plural } from './plural.ts';

/**
 * Every string of the screens, in one place. Words follow docs/spec: say what will happen to what; a button is verb
 * and object; errors say what failed, what is safe, what to do. No "please", "successfully", "just"; no exclamation marks.
 * Counts go through `plural`, so that another language can replace this file alone.
 */
/** 40 s, 6 min, 2 h: rounded up, so that nothing is promised too early. */
function span(ms: number): string {
  const seconds = Math.max(1, Math.ceil(ms / 1_000));
  if (seconds < 60) return `${seconds} s`;
  return seconds < 5_400 ? `${Math.ceil(seconds / 60)} min` : `${Math.ceil(seconds / 3_600)} h`;
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
  part: (shown: number, total: number, what: string) =>
    `Showing ${shown.toLocaleString('en-US')} of ${total.toLocaleString('en-US')} ${what}.`,
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
  playbooks: 'Playbooks',
  connections: 'Connections',
  settings: 'Settings',
  more: 'More',
  pin: 'Keep the menu open',
  unpin: 'Narrow the menu',
  withCount: (label: string, count: number) => `${label}, ${plural(count, 'needs you', 'need you')}`,
  account: (name: string) => `Account of ${name}`,
  signOut: 'Sign out',
};

const search = {
  title: 'Search or run a command',
  button: 'Search or run a command',
  placeholder: 'Plan, run, approval, page or command',
  none: (text: string) => `Nothing matches "${text}".`,
  results: (count: number) => plural(count, 'result', 'results'),
  pages: 'Pages',
  commands: 'Commands',
  here: 'On this page',
  approvals: 'Needs you',
  plans: 'Plans',
  runs: 'Runs',
  useTheme: (name: string) => `Theme: ${name}`,
  useDensity: (name: string) => `Density: ${name}`,
  hint: 'Arrow keys choose, Enter opens, Esc closes.',
};

const shortcuts = {
  title: 'Keyboard shortcuts',
  everywhere: 'Everywhere',
  help: 'Show keyboard shortcuts',
  search: 'Search or run a command',
  goTo: (place: string) => `Go to ${place}`,
  filter: 'Search in page',
  close: 'Close what is open on top',
  nextRegion: 'Next region of the page',
  lastRegion: 'Previous region of the page',
  followedBy: 'then',
  off: 'Shortcuts of one character are off.',
  on: 'Shortcuts of one character do nothing while you type.',
  change: 'Change in Settings',
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
  tooLarge: 'This is more than can be sent at once, 5 MiB. Nothing was changed.',
  noAnswer: 'No answer came in time. It may have arrived: look before you try again.',
  notFound: 'This page does not exist.',
  notFoundHint: 'It may have been removed, or the address has a typing error.',
  toHome: 'Go to Home',
  id: (text: string) => `Error ${text}`,
  whoHas: (names: readonly string[]) =>
    names.length > 0
      ? `${list.format(names)} ${names.length === 1 ? 'has' : 'have'} it.`
      : 'Nobody in this workspace has it.',
};

const canvas = {
  graph: (steps: number) => `Plan graph, ${plural(steps, 'step', 'steps')}`,
  stepName: (number: number, title: string, facts: string, after: readonly number[]) =>
    `Step ${number}, ${title}. ${facts} ${after.length > 0 ? `After ${after.join(', ')}.` : 'No dependencies.'}`,
  asks: 'Asks approval',
  forEach: 'for each',
  success: (text: string) => `Done when: ${text}`,
  after: (numbers: readonly number[]) =>
    numbers.length > 0 ? `After ${numbers.join(', ')}` : 'No dependencies',
  budget: (budget: {
    costUsd?: number | undefined;
    tokens?: number | undefined;
    toolCalls?: number | undefined;
    durationMs?: number | undefined;
  }) =>
    [
      budget.costUsd === undefined ? '' : `${budget.costUsd} USD`,
      budget.durationMs === undefined ? '' : `${Math.round(budget.durationMs / 1_000)} s`,
      budget.toolCalls === undefined ? '' : plural(budget.toolCalls, 'call', 'calls'),
      budget.tokens === undefined ? '' : plural(budget.tokens, 'token', 'tokens'),
    ]
      .filter(Boolean)
      .join(', '),
  onlyIf: (condition: string) => `if ${condition}`,
  groupCount: (count: number) => `, ${plural(count, 'part', 'parts')}`,
  groupName: (title: string, count: number, numbers: readonly [number, number], facts: string) =>
    `${title}, ${plural(count, 'part', 'parts')}. ${facts} Steps ${numbers[0]} to ${numbers[1]}.`,
  openGroups: 'Open all groups',
  closeGroups: 'Close all groups',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  zoomTo100: 'Show at 100 %',
  full: '100 %',
  fit: 'Show the whole plan',
  drawing: 'Drawing the graph',
  tidy: 'Tidy',
  tidyHint: 'Tidy: see where the cards would go',
  tidyPreview: 'Outlines show where the cards would go.',
  tidyApply: 'Move cards there',
  tidied: 'The cards stand in a fresh layout.',
  moveBack: 'Move back',
  crossings: (now: number, fresh: number) =>
    `${plural(now, 'line crosses', 'lines cross')} another; a fresh layout has ${fresh}.`,
  shortcuts: 'Graph',
  shortcut: {
    right: 'To a step that comes after, again for the next one',
    left: 'To a step it needs, again for the next one',
    column: 'Up and down in the column',
    first: 'First step',
    last: 'Last step',
    before: 'Previous step in run order',
    next: 'Next step in run order',
    open: 'Open the step beside the graph',
    fit: 'Show the whole plan',
    full: 'Show at 100 %',
    openGroup: 'Open the group',
    closeGroup: 'Close the group of the step',
    leave: 'Deselect, then leave the graph',
  },
};

const diff = {
  prefix: {
    added: 'Added. ',
    removed: 'Removed. ',
    changed: 'Changed. ',
    again: 'Needs approval again. ',
    moved: 'Moved. ',
  } as Record<string, string>,
};

const home = {
  newPlan: 'New plan',
  tabTitle: (count: number) => `(${count}) Needs you`,
  needsYou: (count: number) => `Needs you (${count})`,
  nothing: (running: number) =>
    running === 0
      ? 'Nothing needs you. No run is going.'
      : `Nothing needs you. ${plural(running, 'run is', 'runs are')} going.`,
  stopped: (count: number) => `Stopped (${count})`,
  running: (count: number) => `Running now (${count})`,
  noRuns: 'No run is going.',
  plansToReview: (count: number) => `Plans waiting for review (${count})`,
  drafts: (count: number) => `Your drafts (${count})`,
  draftOf: (baseVersion: number | null, edits: number) =>
    [
      baseVersion === null ? 'New plan' : `Draft of v${baseVersion}`,
      ...(edits === 0 ? [] : [plural(edits, 'edit', 'edits')]),
    ].join(', '),
  draftBehind: (head: number) => `v${head} is newer`,
  draftBlocked: (errors: number, tools: readonly string[]) =>
    [
      `${plural(errors, 'problem', 'problems')} to mend before it can be saved as a version`,
      ...(tools.length > 0 ? [`not known here: ${list.format(tools)}`] : []),
    ].join(' · '),
  draftList: 'Your drafts',
  noDrafts: 'No drafts',
  noDraftsText: 'What you edit is kept here until you save it as a version of its plan.',
  finishedToday: (count: number) => `Finished today (${count})`,
  finishedCounts: (counts: { succeeded: number; failed: number; cancelled: number; unknown: number }) =>
    `${counts.succeeded} done, ${counts.failed} failed, ${counts.cancelled} cancelled, ${counts.unknown} unknown`,
  waiting: (time: string) => `Waiting ${time}`,
  sampleTitle: 'Try a sample',
  sampleText: 'These run on the sample systems that came with the start. No model and no key are needed.',
  sampleGoals: [
    'Split users.full_name into first and last name without downtime',
    'Rotate the API keys of inactive partners',
    'Investigate slow orders and write a report',
  ],
  firstGoal: 'Write a goal',
  firstGoalTitle: 'Write a goal',
  firstGoalText:
    'Say what must be true at the end. A playbook turns it into a plan that you read before anything runs.',
  firstConnection: 'Add a connection',
  firstConnectionTitle: 'Connect a database or a service',
  firstConnectionText: 'A plan names a connection. It never holds an address or a secret.',
};

const needs = {
  runOf: (run: string, plan: string) => `${run}, ${plan}`,
  batch: (count: number, title: string) => `${plural(count, 'call', 'calls')} like: ${title}`,
  wasItDone: (summary: string) => `Was it done? ${summary}`,
  next: 'Next row',
  previous: 'Previous row',
  open: 'Open the row',
  unknown: 'Unknown',
  approval: 'Approval',
  person: 'Your step',
  revision: 'Revision',
  escalation: 'Stopped',
};

const args = { none: 'No arguments.', computed: 'computed when it runs' };

const form = {
  optional: (label: string) => `${label} (optional)`,
  choose: 'Choose',
  onePerLine: 'One per line',
  json: 'As JSON',
  notJsonAt: (line: number, column: number, message: string) => `Line ${line}, column ${column}: ${message}`,
  notInSchema: (name: string) => `${name} (not in the schema)`,
  set: (label: string) => `Set ${label}`,
  item: (label: string, number: number) => `${label} ${number}`,
  add: (label: string) => `Add to ${label}`,
  remove: (label: string) => `Remove ${label}`,
  removeShort: 'Remove',
  notSet: 'Not set',
  yes: 'Yes',
  no: 'No',
  notNumber: (text: string) => `"${text}" is no number.`,
  notWhole: (text: string) => `"${text}" is no whole number.`,
  tooLarge: (text: string) => `${text} is beyond 2^53 and would be rounded. Pass it as text.`,
  formats: {
    'date-time': 'Date and time, such as 2030-01-31T09:00:00Z',
    date: 'Date, such as 2030-01-31',
    uri: 'Address, such as https://example.org/path',
    email: 'E-mail address',
    uuid: 'UUID',
  },
};

const signIn = {
  title: 'Sign in',
  email: 'E-mail',
  password: 'Password',
  name: 'Name',
  submit: 'Sign in',
  firstHint: 'The first sign-in link is printed where the server was started.',
  wrong: 'E-mail or password is wrong.',
  tooMany: 'Too many attempts. Wait a minute, then try again.',
  unreachable: 'The server could not be reached. Try again.',
  linkInvalid: 'This link is used up or has expired',
  linkInvalidHint: 'A link works once. Sign in with your password, or ask for a new link.',
  toSignIn: 'Go to sign-in',
  firstTitle: 'Make the first account',
  firstText: 'This account administers the workspace. The link works once.',
  firstSubmit: 'Make account',
  invitationTitle: (workspace: string) => `Join ${workspace}`,
  invitationText: 'Somebody invited you. The link works once.',
  invitationSubmit: 'Join workspace',
  passwordHint: '12 characters at least. Nothing is sent by e-mail.',
};

const plan = {
  one: 'Plan',
  titleAndVersion: (title: string, version: number) => `${title}, v${version}`,
  noPlans: 'No plans yet',
  noPlansText: 'Write a goal to make the first one.',
  filter: 'Filter plans',
  noMatch: (text: string) => `No plan matches "${text}".`,
  clearFilter: 'Clear filter',
  name: 'Name',
  newest: 'Newest',
  state: 'State',
  contains: 'Contains',
  lastRun: 'Last run',
  changed: 'Changed by',
  neverRun: 'Never',
  counts: (steps: number, writes: number, irreversible: number) =>
    [
      plural(steps, 'step', 'steps'),
      writes > 0 ? plural(writes, 'write', 'writes') : 'no writes',
      irreversible > 0 ? `${irreversible} irreversible` : '',
    ]
      .filter(Boolean)
      .join(', '),
  view: 'View',
  views: { graph: 'Graph', list: 'List', json: 'JSON', about: 'About' },
  listOrGraph: 'List or graph',
  backToCard: 'From the step panel back to its card',
  ofVersions: (count: number) => `of ${count}`,
  invalid: (errors: number) => `Invalid: ${plural(errors, 'error', 'errors')}. No run can start.`,
  export: 'Export',
  exportLabel: 'Export this version',
  formats: { json: 'JSON', yaml: 'YAML', mermaid: 'Mermaid', svg: 'SVG' },
  formatHints: {
    json: 'comes back with the same hash',
    yaml: 'comes back with the same hash',
    mermaid: 'flowchart for documents',
    svg: 'picture of the graph',
  },
  resizeOutline: 'Width of the outline',
  resizePanel: 'Width of the step panel',
  riskiest: 'Highest risk',
  risks: { low: 'Low', medium: 'Medium', high: 'High', critical: 'Critical' },
  approvalsLabel: 'Approvals',
  approvalsText: (calls: number, people: number, roles: readonly string[]) =>
    calls === 0
      ? 'No step asks.'
      : `${plural(calls, 'step asks', 'steps ask')} ${
          people === 1 ? '1 person' : `up to ${plural(people, 'person', 'people')}`
        }${roles.length > 0 ? ` (${list.format(roles)})` : ''}.`,
  deniedLabel: 'Denied',
  deniedText: (calls: number) => `${plural(calls, 'step', 'steps')} by policy`,
  cost: 'Cost',
  costText: (usd: number | null) => (usd === null ? 'No limit set.' : `${usd} USD at most.`),
  time: 'Time',
  timeText: (limit: string | null) => (limit === null ? 'No limit set.' : `${limit} at most.`),
  chainText: (steps: number, time: string) =>
    `Longest chain: ${plural(steps, 'step', 'steps')}, ${time} by their time limits.`,
  hash: (text: string) => `Fingerprint ${text}`,
  document: 'Plan document',
  asksApproval: 'asks approval',
  pickVersion: (version: number) => `v${version}, choose another version`,
  madeBy: (kind: string, ref: string, name: string | undefined) =>
    kind === 'person' ? `by ${name ?? ref}` : `by ${kind} ${ref}`,
  compare: 'Compare',
  compareWith: (version: number) => `Compare with v${version}`,
  open: (version: number) => `Open v${version}`,
  newer: (version: number) => `v${version} is newer.`,
  madeInRun: 'This version was made inside a run and is bound to it.',
  openRun: 'Open run',
  decided: (state: string, name: string) => `${state.slice(0, 1).toUpperCase()}${state.slice(1)} by ${name}`,
  approvalExpires: 'Approval ends',
  summary: 'Summary',
  runOf: 'Run',
  objective: 'Goal',
  constraints: 'Constraints',
  assumptions: 'Assumptions',
  checked: '(checked before it is leaned on)',
  notVerifiable: '(not verifiable)',
  success: 'The run has succeeded when',
  noSuccess: 'No success check is written down.',
  limits: 'Limits',
  limitsText: (limits: {
    concurrency?: number | undefined;
    replans?: number | undefined;
    deadlineMs?: number | undefined;
    budget?: { costUsd?: number | undefined } | undefined;
    onStepFailure?: string | undefined;
  }) =>
    [
      `${plural(limits.concurrency ?? 4, 'step', 'steps')} at once`,
      `${plural(limits.replans ?? 2, 'replan', 'replans')} at most`,
      limits.deadlineMs === undefined
        ? 'no deadline'
        : `${Math.round(limits.deadlineMs / 60_000)} min at most`,
      limits.budget?.costUsd === undefined ? 'no cost limit' : `${limits.budget.costUsd} USD at most`,
      limits.onStepFailure === 'finish-independent'
        ? 'a failed step leaves independent steps running'
        : limits.onStepFailure === 'cancel-running'
          ? 'a failed step cancels running steps'
          : limits.onStepFailure === 'undo'
            ? 'a failed step takes back what was done'
            : 'a failed step stops new ones',
    ].join(', ') + '.',
  approve: 'Approve plan',
  reject: 'Reject plan',
  mayNotApprove: 'Approving a plan needs the role Approver.',
  approveTitle: (title: string, version: number) => `Approve plan: ${title}, v${version}`,
  approveText: (fingerprint: string) =>
    `Runs of this version may start. It authorises no step: each call is checked again when it runs. Fingerprint ${fingerprint}.`,
  noteOptional: 'Note (optional)',
  rejectTitle: (title: string, version: number) => `Reject plan: ${title}, v${version}`,
  rejectText: 'No run of this version can start.',
  rejectSubmit: 'Reject plan',
  reasonRequired: 'Reason',
  approvedToast: (version: number) => `v${version} is approved.`,
  rejectedToast: (version: number) => `v${version} is rejected.`,
};

const problems = {
  error: 'Error',
  warning: 'Warning',
  count: (errors: number, warnings: number) =>
    `${plural(errors, 'error', 'errors')}, ${plural(warnings, 'warning', 'warnings')}`,
};

const outline = {
  title: 'Steps',
  filter: 'Filter steps',
  noMatch: (text: string) => `No step matches "${text}".`,
  after: (numbers: readonly number[]) => `after ${numbers.join(', ')}`,
  first: 'no dependencies',
};

const step = {
  panel: 'Step',
  part: (number: number, item: number) => `Step ${number}, part ${item + 1}`,
  partNumber: (item: number) => `Part ${item + 1}`,
  parts: (settled: number, count: number) => `${settled} of ${count}`,
  partsTitle: 'Parts',
  allParts: 'All parts',
  attemptOf: (attempt: number, attempts: number) => `${attempt} of ${attempts}`,
  notYet: 'not yet',
  droppedBy: (version: number) => `by v${version}`,
  sent: 'sent?',
  does: 'Does',
  policy: 'Policy',
  policyText: (verdict: 'allow' | 'ask' | 'deny', approvers: number, roles: readonly string[] = []) =>
    verdict === 'allow'
      ? 'Allowed without asking.'
      : verdict === 'deny'
        ? 'Denied.'
        : `Asks ${plural(approvers, 'person', 'people')}${roles.length > 0 ? ` (${list.format(roles)})` : ''} each time.`,
  when: 'Only when',
  forEach: 'For each',
  forEachLimits: (maxItems: number | undefined, concurrency: number | undefined) =>
    [
      maxItems === undefined ? '' : `${maxItems} at most`,
      concurrency === undefined ? '' : `${concurrency} at once`,
    ]
      .filter(Boolean)
      .join(', '),
  needs: 'Needs',
  after: 'Then',
  undo: 'Undo',
  noUndo: 'None',
  ifItFails: 'If it fails',
  retries: (attempts: number) => (attempts <= 1 ? 'Not tried again.' : `Tried ${attempts} times at most.`),
  fallbacks: (names: readonly string[]) => `Then ${list.format(names)}.`,
  skippable: 'May be skipped.',
  timeLimit: 'Time limit',
  budget: 'Budget',
  arguments: 'Arguments',
  argumentsOf: (count: number) => (count === 0 ? 'Content' : `Arguments (${count})`),
  budgetOf: (own: string, planUsd: number | undefined) =>
    own === ''
      ? planUsd === undefined
        ? 'None of its own.'
        : `None of its own; the plan has ${planUsd} USD.`
      : planUsd === undefined
        ? own
        : `${own} of the plan’s ${planUsd} USD`,
  thenTheRun: (onFailure: string | undefined) =>
    onFailure === 'finish-independent'
      ? 'Then only steps that do not need it go on.'
      : onFailure === 'cancel-running'
        ? 'Then running steps are cancelled.'
        : onFailure === 'undo'
          ? 'Then what was done is taken back.'
          : 'Then no new step starts.',
  before: (count: number) => `Before it runs (${plural(count, 'check', 'checks')})`,
  doneWhen: 'Done when',
  noSuccess: 'No success rule.',
  otherwise: (message: string) => `Otherwise: ${message}`,
  probe: (tool: string) => `Asked fresh with ${tool}`,
  workKinds: {
    tool: 'a tool',
    model: 'a model',
    agent: 'an agent',
    person: 'a person',
    checkpoint: 'a checkpoint',
  },
  tabs: { activity: 'Activity', call: 'Call', checks: 'Checks', effects: 'Effects', plan: 'Plan' },
  waitsApproval: 'Waits for approval',
  givenUp: 'The run went on without this step. It cannot be retried.',
  retry: 'Retry step',
  failureClass: {
    transient: 'Failed for now',
    permanent: 'Failed for good',
    precondition: 'A check before it did not hold',
    postcondition: 'A check after it did not hold',
    denied: 'Denied by policy',
    rejected: 'Rejected by a person',
    'could-not': 'Could not do it',
    'over-budget': 'Over budget',
    'timed-out': 'Timed out',
    cancelled: 'Cancelled',
  },
};

const call = {
  none: 'Nothing was sent yet.',
  inParts: 'Each part has a call of its own. Choose a part.',
  summary: 'Does',
  tool: 'Tool',
  resource: 'Changes',
  connection: 'Connection',
  attempt: 'Attempt',
  sent: 'Sent',
  answered: 'Answered',
  outcome: 'Outcome',
  outcomes: { read: 'Read', committed: 'Committed', 'not-applied': 'Not applied', unknown: 'Unknown' },
  inFlight: 'In flight',
  policy: 'Policy',
  fingerprint: 'Fingerprint',
  key: 'Key',
  output: 'Output',
  large: (bytes: number) => `First part of ${bytes.toLocaleString('en-US')} bytes`,
  loading: 'Reading what was recorded.',
  notLoaded: 'Recorded further back than this page keeps. Download the activity to read it.',
};

const checks = {
  none: 'No checks were made.',
  holds: 'Holds:',
  fails: 'Does not hold:',
  value: (text: string) => `Value ${text}`,
  probe: 'Answer:',
  kinds: {
    precondition: 'before',
    postcondition: 'after',
    assumption: 'assumption',
    success: 'success',
    stop: 'stop',
    when: 'when',
  },
};

const effects = {
  intro: 'What happened in the outside world, as the journal recorded it. What steps say is under Activity.',
  sent: 'Sent',
  settled: 'Known since',
  key: 'Key',
  none: 'No effects.',
  states: {
    intended: 'Intended',
    committed: 'Committed',
    'not-applied': 'Not applied',
    unknown: 'Outcome unknown',
    undone: 'Undone',
  },
  tookBack: 'Committed, took back an effect',
  evidence: (name: string | undefined) => (name ? `Evidence by ${name}:` : 'Evidence:'),
};

const newPlan = {
  title: 'New plan',
  goal: 'Goal',
  goalLabel: 'What must be true at the end?',
  goalHint: 'In your words. Say what, not how.',
  goalExample: 'Split full_name of shop.users into first_name and last_name',
  playbook: 'Planner',
  playbookRef: (id: string, version: string) => `playbook ${id}@${version}`,
  noMatch: 'No playbook fits this goal yet. Name what is to change, for example a table and its columns.',
  parameters: (title: string) => `Details for "${title}"`,
  limits: 'Constraints and limits',
  constraints: 'Constraints (optional)',
  constraintsHint: 'One per line. No later version may drop or reword one.',
  cost: 'Cost, USD',
  minutes: 'Time, min',
  replans: 'Replans',
  limitsHint: 'An empty box sets no limit. Replans: 2 when empty.',
  grantsNothing: 'A plan grants nothing. Each call is checked again when it runs.',
  make: 'Make plan',
  makeOff: 'Write a goal first, then choose a planner.',
  elsewhere: 'A plan made elsewhere',
  elsewhereText: 'Paste the reply of a model, or choose a JSON or YAML file.',
  importPlan: 'Import a plan',
  missing: (names: readonly string[]) => `Fill in ${list.format(names)}.`,
  notMade: (count: number) => `No plan was made: ${plural(count, 'problem', 'problems')}`,
};

const start = {
  button: 'Start run',
  again: 'Run again',
  title: (title: string, version: number) => `Start run: ${title}, v${version}`,
  submit: 'Start run',
  notApproved: 'Only an approved version can start a run.',
  actsAs: 'Acts as',
  connections: 'Connections',
  connection: (kind: string, environment: string) => [kind, environment].filter(Boolean).join(', '),
  connectionMissing: 'does not exist yet',
  limits: 'Limits',
  budget: (budget: {
    costUsd?: number | undefined;
    tokens?: number | undefined;
    toolCalls?: number | undefined;
    durationMs?: number | undefined;
  }) =>
    [
      budget.costUsd === undefined ? '' : `${budget.costUsd} USD`,
      budget.durationMs === undefined ? '' : `${Math.round(budget.durationMs / 60_000)} min`,
      budget.toolCalls === undefined ? '' : plural(budget.toolCalls, 'call', 'calls'),
      budget.tokens === undefined ? '' : plural(budget.tokens, 'token', 'tokens'),
    ]
      .filter(Boolean)
      .join(', ') || 'None set',
  fingerprint: 'Fingerprint',
  approvals: (count: number) =>
    count === 0 ? 'No step will ask for approval' : `${plural(count, 'step', 'steps')} will ask for approval`,
  people: (count: number) => plural(count, 'person', 'people'),
  plan: 'Plan',
  version: (title: string, version: number) => `${title}, v${version}`,
  changes: (writes: number, irreversible: number) =>
    writes + irreversible === 0
      ? 'Changes nothing: every step reads'
      : `Changes things in ${plural(writes + irreversible, 'step', 'steps')}${irreversible > 0 ? `, ${irreversible} irreversible` : ''}`,
  noApproval: 'not asked',
  whoMay: (names: readonly string[]) =>
    names.length > 0 ? `May approve: ${list.format(names)}.` : 'Nobody may approve yet.',
  lacking: (title: string, needed: number, available: number) =>
    `${title}: asks ${plural(needed, 'person', 'people')}, ${available} may approve.`,
  earlier: (count: number) =>
    count === 1 ? '1 effect of an earlier run remains' : `${count} effects of earlier runs remain`,
  earlierText: 'This run uses new operation keys: what it repeats happens again.',
  earlierRun: (number: number) => `Run ${number}`,
  earlierMore: (count: number) => `and ${count} more`,
  effectUnknown: 'outcome unknown',
  denied: (title: string) => `Policy denies: ${title}`,
  approvers: (needed: number, available: number) =>
    `Needs ${plural(needed, 'person', 'people')} who may approve; ${available} can.`,
  checkedAgain: 'Each call is checked again when it runs, and asked for with its exact arguments.',
};

const run = {
  one: 'Run',
  plan: 'Plan',
  steps: 'Steps',
  waitsFor: 'Waits for',
  cost: 'Cost',
  duration: 'Duration',
  started: 'Started',
  noRuns: 'No runs yet',
  noRunsText: 'Approve a plan, then start it.',
  toPlans: 'Open plans',
  filter: 'Show',
  filters: { all: 'All', 'needs-you': 'Needs you', going: 'Going', failed: 'Failed', ended: 'Ended' },
  noMatch: 'No run matches.',
  find: 'Filter runs',
  showing: (count: number) => `Showing the newest ${plural(count, 'run', 'runs')}.`,
  number: (value: number) => `Run ${value}`,
  heading: (number: number, title: string) => `Run ${number}: ${title}`,
  grown: (steps: number) =>
    steps > 0 ? `(plan grew by ${steps})` : steps < 0 ? `(plan shrank by ${-steps})` : '',
  was: (version: number, replans: number) =>
    `(was v${version}, replanned ${plural(replans, 'time', 'times')})`,
  timeLeft: ({ ms, slowMs, afterYou }: { ms: number; slowMs: number; afterYou: boolean }) =>
    afterYou
      ? `About ${span(ms)} after you decide, ${span(slowMs)} if slow`
      : `About ${span(ms)} left, ${span(slowMs)} if slow`,
  noEstimate: 'No estimate yet',
  follow: 'Follow activity',
  keys: {
    graph: 'Graph',
    timeline: 'Timeline',
    list: 'List',
    follow: 'Follow activity, on or off',
    newest: 'Select the step that changed last',
    review: 'Open what waits for review',
    tail: 'End of the activity',
  },
  pickStep: 'Choose a step to see its call, checks and effects.',
  showSteps: 'Show steps',
  stepFilters: {
    all: 'All steps',
    open: 'Not done',
    'needs-you': 'Needs you',
    trouble: 'Failed or unknown',
    done: 'Done',
  },
  noStep: 'No step is in this state.',
  reconnecting: (time: string | undefined) =>
    `Connection lost.${time === undefined ? '' : ` Last update ${time}.`} Decisions are off.`,
  reconnectingText:
    'The run goes on without this page. What happens meanwhile is read when the connection is back.',
  showEffects: (count: number) => `Show ${plural(count, 'effect', 'effects')}`,
  unknownRemain: (count: number) =>
    `${plural(count, 'outcome is', 'outcomes are')} unknown. Find out, or say so with evidence.`,
  ofTotal: (done: number, total: number) => `${done} of ${total}`,
  progress: (done: number, total: number) => `${done} of ${plural(total, 'step', 'steps')}`,
  needsYou: (count: number) => plural(count, 'needs you', 'need you'),
  usd: (text: string) => `${text} USD`,
  statusWords: {
    'not-started': 'Waiting',
    running: 'Running',
    paused: 'Paused',
    stopping: 'Stopping',
    succeeded: 'Done',
    failed: 'Failed',
    cancelled: 'Cancelled',
  },
  views: { graph: 'Graph', timeline: 'Timeline', list: 'List', activity: 'Activity', effects: 'Effects' },
  ofPlan: (version: number) => `Plan v${version}`,
  staysOn: (version: number) => `This run stays on v${version}.`,
  startedBy: (name: string) => `started by ${name}`,
  ended: { 'goal-met': 'Goal met', 'gave-up': 'Gave up', stopped: 'Stopped' },
  evidence: (count: number) => `Evidence (${plural(count, 'check', 'checks')})`,
  pause: 'Pause run',
  resume: 'Resume run',
  stop: 'Stop',
  stopAfter: 'Stop after running steps',
  cancelNow: 'Cancel running steps now',
  askReplan: 'Ask for a replan',
  undo: 'Stop and take back',
  undoTitle: 'Stop and take back what was done',
  undoText:
    'Running steps finish. Then the run goes on to a last version that takes its effects back, the last one first, each by its own call and approval. Then it ends.',
  undoList: (count: number) => `${plural(count, 'effect is', 'effects are')} taken back, in this order`,
  undoLeft: (count: number) => `${plural(count, 'effect', 'effects')} the plan cannot take back`,
  undoLeftText: 'A person decides about the version then.',
  undoBy: (work: string) => `by ${work}`,
  undoPerson: 'a person',
  undoReason: 'Why?',
  undoSubmit: 'Stop and take back',
  undoToast: 'What was done will be taken back.',
  mayNotOperate: 'Operating a run needs the role Operator.',
  pausedToast: 'Run paused. Running steps finish.',
  resumedToast: 'Run resumed.',
  stopToast: { 'after-running': 'Stopping after running steps.', 'cancel-now': 'Cancelling running steps.' },
  stopTitle: { 'after-running': 'Stop after running steps', 'cancel-now': 'Cancel running steps now' },
  stopText: {
    'after-running': 'Nothing new starts. Running steps finish, then the run ends.',
    'cancel-now': 'Running steps are told to end at once. A write in flight ends as done, failed or unknown.',
  },
  stopSubmit: { 'after-running': 'Stop run', 'cancel-now': 'Cancel steps' },
  keepRunning: 'Keep running',
  stopRunning: {
    'after-running': (count: number) =>
      count === 0 ? 'No step is running' : `${plural(count, 'step finishes', 'steps finish')} first`,
    'cancel-now': (count: number) =>
      count === 0 ? 'No step is running' : `${plural(count, 'step is', 'steps are')} cancelled`,
  },
  remain: (count: number) =>
    count === 0 ? 'No effects remain.' : count === 1 ? '1 effect remains.' : `${count} effects remain.`,
  remainText: 'Stopping undoes nothing.',
  effectUnknown: '(outcome unknown)',
  replanTitle: 'Ask for a replan',
  replanText: 'The planner is asked for a revision. A revision that gains authority waits for review.',
  replanReason: 'What should change?',
  replanToast: 'Replan requested.',
  /** "(2) Needs you · Run 81 · Countersign": the product's name is added by the page. */
  tab: {
    unknown: (run: string) => `? Outcome unknown · ${run}`,
    'needs-you': (run: string, count: number) => `(${count}) Needs you · ${run}`,
    done: (run: string) => `✓ ${run}`,
    failed: (run: string) => `✖ ${run}`,
    cancelled: (run: string) => `Cancelled · ${run}`,
    paused: (run: string) => `Paused · ${run}`,
    running: (run: string) => run,
  },
};

const budget = {
  cost: 'Cost',
  time: 'Time',
  toolCalls: 'Calls',
  tokens: 'Tokens',
  replans: 'Replans',
  effects: 'Effects',
  partly: ' (partly unknown)',
  of: (used: string, limit: string | undefined, unit: string) =>
    `${used}${limit === undefined ? '' : ` of ${limit}`}${unit ? ` ${unit}` : ''}`,
  effectCounts: (committed: number, unknown: number) => `${committed} committed, ${unknown} unknown`,
};

/** What a run waits for is named in core/messages; here are the ways to it. */
const wait = {
  toStep: 'Open step',
  review: 'Review',
  reviewAll: (count: number) => `Review ${plural(count, 'call', 'calls')}`,
  openCard: 'Open card',
  granted: (granted: number, need: number) => (need > 1 ? `${granted} of ${need} approved.` : ''),
  nextCheck: 'Next check in',
  compare: (from: number, to: number) => `Compare v${from} with v${to}`,
  more: (count: number) => `${plural(count, 'more reason', 'more reasons')} to wait`,
};

const unknown = {
  title: 'Outcome unknown',
  whatWasSent: 'What was sent',
  sentAt: 'Sent',
  resource: 'Changes',
  key: 'Key',
  checkAgain: 'Check again',
  cannotCheck: 'This tool cannot look it up. A person must say.',
  evidence: 'Evidence',
  evidenceHint: 'What you looked at and what it showed. It is recorded with your name.',
  evidenceMissing: (characters: number) =>
    `Say what shows it, in ${characters} characters or more. Nothing was recorded.`,
  happened: 'It happened',
  didNotHappen: 'It did not happen',
};

const person = { title: 'This step is yours', answer: 'Answer', submit: 'Send answer' };

const event = {
  title: 'Activity',
  none: 'Nothing has happened yet.',
  noMatch: (text: string) => `No line matches "${text}".`,
  find: 'Find in activity',
  wrap: 'Wrap',
  raw: 'Raw',
  copyListed: (count: number) => `Copy ${plural(count, 'line', 'lines')}`,
  download: 'Download',
  downloadAll: 'Download all lines, also those not shown',
  file: (runId: string, ending: string) => `${runId}-activity.${ending}`,
  fresh: (count: number) => `${count.toLocaleString('en-US')} new`,
  readLatest: 'Read latest',
  number: (version: number) => String(version),
  copyLink: (version: number) => `Copy link to line ${version}`,
  range: (from: number, to: number, all: number) =>
    `Lines ${from.toLocaleString('en-US')} to ${to.toLocaleString('en-US')} of ${all.toLocaleString('en-US')}.`,
  toNewest: 'Back to the newest',
  partial: (kept: string, all: string) => `Showing ${kept} of ${all} lines. Download has all of them.`,
  started: (by: string, version: number) => `${by} started the run on plan v${version}`,
  paused: (by: string) => `${by} paused the run`,
  resumed: (by: string) => `${by} resumed the run`,
  stopRequested: (by: string, mode: string) =>
    mode === 'cancel-now' ? `${by} cancelled running steps` : `${by} asked to stop after running steps`,
  finished: (status: 'succeeded' | 'failed' | 'cancelled', reason: string) =>
    `Run ${{ succeeded: 'done', failed: 'failed', cancelled: 'cancelled' }[status]}: ${reason}`,
  escalated: (reason: string) => `No recovery is left: ${reason}`,
  successChecked: (holds: number, all: number) =>
    `${holds} of ${plural(all, 'success check holds', 'success checks hold')}`,
  expanded: (name: string, count: number) => `${name} has ${plural(count, 'part', 'parts')}`,
  skipped: (name: string, reason: string) => `${name} skipped: ${reason}`,
  dropped: (name: string, version: number) => `${name} dropped by v${version}`,
  cancelled: (name: string, reason: string) => `${name} cancelled: ${reason}`,
  approvalRequested: (name: string, summary: string) => `${name} needs approval: ${summary}`,
  granted: (by: string, granted: number, need: number) =>
    `${by} approved the exact call${need > 1 ? ` (${granted} of ${need})` : ''}`,
  rejected: (by: string, reason: string) => `${by} rejected the call: ${reason}`,
  expired: 'Approval expired. Nothing was approved.',
  withdrawn: (by: string) => `${by} withdrew the approval`,
  extended: (by: string, until: string) => `${by} extended the approval until ${until}`,
  argumentsEdited: (by: string, name: string, paths: readonly string[]) =>
    `${by} edited the arguments of ${name}: ${list.format(paths)}. The old approval is void.`,
  editDropped: (name: string, version: number) =>
    `${name}: v${version} changes the call, so its edited arguments no longer apply`,
  carried: (name: string, version: number) =>
    `${name}: the approval carries over to v${version}, the call is the same`,
  reused: (name: string) => `${name}: a committed effect of the same call is used again`,
  voided: (cause: string, members: readonly string[]) =>
    `Approval void (${cause})${members.length > 0 ? `: ${members.join(', ')} changed` : ''}`,
  dispatched: (name: string, summary: string, attempt: number) =>
    `${name} sent${attempt > 1 ? `, attempt ${attempt}` : ''}: ${summary}`,
  outcome: (
    name: string,
    outcome: 'read' | 'committed' | 'not-applied' | 'unknown',
    message: string | undefined,
  ) =>
    `${name} ${{ read: 'answered', committed: 'committed', 'not-applied': 'not applied', unknown: 'outcome unknown' }[outcome]}${message ? `: ${message}` : ''}`,
  undone: (name: string, count: number) => `${name} has taken back ${plural(count, 'effect', 'effects')}`,
  reconciled: (name: string, verdict: string, evidence: string, by: string | undefined) =>
    `${name}: ${by ?? 'looked up,'} ${verdict === 'committed' ? 'it happened' : 'it did not happen'} (${evidence})`,
  inconclusive: (name: string, reason: string) => `${name}: still unknown, ${reason}`,
  succeeded: (name: string, manual: boolean) => `${name} done${manual ? ' by a person' : ''}`,
  failed: (name: string, message: string) => `${name} failed: ${message}`,
  retry: (name: string, message: string) => `${name} will be tried again: ${message}`,
  notYet: (name: string, message: string) => `${name} waits: ${message}`,
  personAsked: (name: string, prompt: string) => `${name} asks a person: ${prompt}`,
  personAnswered: (name: string, by: string) => `${name} answered by ${by}`,
  replanRequested: (message: string) => `Replan: ${message}`,
  revisionDeclined: (reason: string) => `No revision: ${reason}`,
  revisionRefused: (reasons: readonly string[]) => `Revision refused: ${reasons.join(' ')}`,
  revisionProposed: (version: number, note: string, review: boolean) =>
    `v${version} proposed${review ? ', waits for review' : ''}: ${note}`,
  revisionApproved: (version: number, by: string) => `${by} approved v${version} for this run`,
  revisionRejected: (version: number, by: string, reason: string) => `${by} rejected v${version}: ${reason}`,
  revisionAdopted: (version: number) => `The run continues on v${version}`,
};

const timeline = {
  title: 'Timeline',
  legend: 'Legend',
  partial: 'The beginning is further back than this page keeps.',
  kinds: {
    running: 'Running',
    checking: 'Checking',
    retry: 'Retry',
    wait: 'Waiting for a person',
    unknown: 'Outcome unknown',
  },
  waiting: 'waiting for you',
  question: '?',
  span: (kind: string, at: string, took: string) => `${kind} from ${at} for ${took}`,
  openGap: (text: string) => `${text} with nothing running. Show it`,
};

/** Spoken by the live region. */
const say = {
  done: (title: string, done: number, total: number) => `${title} done. ${done} of ${total}.`,
  failed: (title: string) => `${title}: Failed.`,
  needsApproval: (summary: string) => `Needs approval: ${summary}`,
  unknown: (title: string) => `${title}: Outcome unknown.`,
  finished: (word: string) => `Run ${word.toLowerCase()}.`,
  several: (count: number, last: string) => `${count} more need a look. Last: ${last}`,
  approved: (count: number, title: string) =>
    count > 1 ? `Approved ${count} calls of ${title}.` : `Approved. ${title} starts.`,
  rejected: (title: string) => `Rejected. ${title} does not run.`,
};

const approval = {
  one: 'Approval',
  tabs: 'Approvals',
  tab: {
    'needs-you': (count: number | undefined) => `Needs you${count === undefined ? '' : ` (${count})`}`,
    others: (count: number | undefined) => `Others${count === undefined ? '' : ` (${count})`}`,
    done: () => 'Done',
  },
  empty: {
    'needs-you': 'Nothing needs your decision.',
    others: 'Nothing waits for others.',
    done: 'No decisions yet.',
  },
  decided: 'Decided',
  left: 'left',
  group: (count: number, summary: string) => `${plural(count, 'call', 'calls')} like: ${summary}`,
  expiresIn: 'Expires in',
  statuses: {
    pending: 'Needs approval',
    granted: 'Approved',
    rejected: 'Rejected',
    expired: 'Approval expired',
    withdrawn: 'Withdrawn',
    voided: 'Void',
    consumed: 'Approved and sent',
  },
  context: 'Context',
  run: 'Open the run',
  openRun: 'Open run',
  earlier: 'Earlier decisions on this tool',
  noEarlier: 'None.',
  next: 'Next approval',
  on: 'on',
  toolVersion: (version: string) => `v${version.replace(/^v/, '')}`,
  scope: 'Calls',
  thisCall: 'This call',
  allCalls: (count: number) => `All ${count} calls`,
  calls: 'Calls, complete',
  arguments: 'Arguments, complete',
  notes: {
    changed: (version: number) => `changed since v${version}`,
    edited: (by: string | null) => `edited on the card by ${by ?? 'someone'}`,
    was: 'was',
    fromStep: (stepId: string) => `from the output of ${stepId}`,
    fromItem: 'from the list of this step',
    fromInput: 'from the plan’s inputs',
    untrusted: 'came from untrusted content',
    empty: 'empty text',
    characters: (value: number) => plural(value, 'character', 'characters'),
  },
  changedHeading: 'Changed arguments',
  checks: 'Checked now by the system',
  ofCall: (title: string, call: string) => `${title}, of ${call} only`,
  checkAgain: 'Check again',
  checking: 'Checking…',
  checkedAgo: (age: string) => `Checked ${age} ago`,
  checkedNow: 'Checked again. The call would be the same.',
  wouldNotRun: 'This step would not get as far as the call now.',
  wouldDiffer: 'The call would be another one now. Approving this card would lead to a new card.',
  dryRun: 'Dry run',
  dryRunStart: 'Run dry run',
  dryRunning: 'Trying…',
  dryRunText: 'Runs the statement and rolls it back. It holds its locks for 3 s at most.',
  dryRunClosed: 'Only while the call waits, for who may decide it.',
  noDryRunHere: 'This call has no dry run.',
  wouldFail: 'The call would fail and change nothing.',
  wouldChange: (rows: number, time: string) =>
    `Would change ${plural(rows, 'row', 'rows')}. Tried and rolled back at ${time}.`,
  sample: (shown: number, rows: number) =>
    shown < rows ? `${shown} of ${plural(rows, 'row', 'rows')}:` : 'Each of them:',
  noDryRun: 'This call has no dry run.',
  reach: 'Reach',
  noReach: 'Reach not known.',
  reachAsking: 'Asking the database…',
  reachLimits: 'Programs outside of this database are not known.',
  reachOf: (reach: {
    target: string;
    kind: string;
    estimatedRows: number | null;
    size: string | null;
    readBy: readonly string[];
    referredBy: readonly string[];
    triggers: number;
  }) =>
    [
      `${reach.kind.slice(0, 1).toUpperCase()}${reach.kind.slice(1)} ${reach.target}: ${reach.estimatedRows === null ? 'rows not counted yet' : `about ${plural(reach.estimatedRows, 'row', 'rows')}`}${reach.size === null ? '' : `, ${reach.size}`}.`,
      reach.readBy.length > 0
        ? `${plural(reach.readBy.length, 'view reads', 'views read')} it: ${list.format(reach.readBy)}.`
        : 'No view reads it.',
      reach.referredBy.length > 0
        ? `${plural(reach.referredBy.length, 'table refers', 'tables refer')} to it: ${list.format(reach.referredBy)}.`
        : 'No table refers to it.',
      ...(reach.triggers > 0 ? [`It has ${plural(reach.triggers, 'trigger', 'triggers')}.`] : []),
    ].join(' '),
  ifWrong: 'If it goes wrong',
  undo: (text: string) => `Undo: ${text}`,
  noUndo: 'No undo in this plan.',
  nothingYet: 'This run has changed nothing yet.',
  waitingBehind: (count: number) => `${plural(count, 'step waits', 'steps wait')} behind it.`,
  policy: 'Policy',
  rules: (rules: readonly string[]) => (rules.length > 0 ? `Asked by ${list.format(rules)}.` : ''),
  mayDecide: (names: readonly string[]) =>
    names.length > 0 ? `May decide: ${list.format(names)}.` : 'Nobody may decide this yet.',
  notRequester: 'Not who started the run.',
  notEditor: 'Not who edited the call last.',
  decision: (verdict: 'approve' | 'reject', name: string) =>
    `${name} ${verdict === 'approve' ? 'approved' : 'rejected'} this`,
  decidedBy: (verdict: 'approve' | 'reject', name: string, time: string) =>
    `${name} ${verdict === 'approve' ? 'approved' : 'rejected'} this at ${time}. Nothing for you to do.`,
  reason: 'Planner’s reason (not verified)',
  solo: 'Solo workspace: you decide your own run. This is recorded.',
  armRead: 'Read all arguments first.',
  armWait: 'Ready in a moment.',
  armTyped: (text: string) => `Type ${text} to arm Approve.`,
  armReason: (length: number) => `Give a reason of ${length} characters or more.`,
  typeLabel: 'Type',
  typeLabelEnd: 'to arm Approve',
  reasonLabel: (length: number) => `Reason (${length} characters or more)`,
  reject: 'Reject…',
  later: 'Later',
  laterHint: 'Off your list for 15 min. Nobody else’s list changes.',
  backOnList: 'Back on my list',
  backNow: 'Back on your list.',
  snoozed: (until: string) => `Off your list until ${until}.`,
  snoozedHeading: (count: number) => `Put off by you (${count})`,
  back: 'back',
  extend: 'Extend 15 min',
  extended: 'Extended by 15 min.',
  expiresSoon: 'This approval expires in less than 2 min.',
  edit: 'Edit arguments',
  editShort: 'Edit',
  edited: 'Arguments edited. The old card is void, a new one is asked for.',
  editTitle: (summary: string) => `Edit arguments: ${summary}`,
  editText: 'The old card becomes void. The call is checked again and asked about on a new card.',
  editBars: (names: readonly string[]) =>
    `The old card becomes void. You cannot approve what you edited; who may now: ${names.length > 0 ? list.format(names) : 'nobody'}.`,
  editAs: 'Arguments as',
  editForm: 'Form',
  editJson: 'JSON',
  editJsonLabel: 'All arguments',
  editReason: 'Why? (optional)',
  editNothing: 'Nothing is changed yet.',
  editUnread: 'A field holds text that is no value yet.',
  editMissing: (names: readonly string[]) => `Missing: ${list.format(names)}.`,
  editNoObject: 'Arguments are an object: {"name": value}.',
  editSubmit: 'Use these arguments',
  noPlanner:
    'No planner here can answer a question about a call. Edit the arguments, or reject with a replan.',
  readingAgain: 'Back online. Reading the call again.',
  keys: {
    group: 'Approval',
    inbox: 'Approvals',
    approve: 'Approve when armed, else go to what is missing',
    reject: 'Reject',
    edit: 'Edit arguments',
    later: 'Later',
    next: 'Next approval',
    previous: 'Previous approval',
  },
  rail: 'Approvals that need you',
  review: (count: number) => `Review ${count}`,
  around: 'Steps around it',
  aroundLabel: (count: number) => `Drawing of ${plural(count, 'step', 'steps')}; the list below names them.`,
  aroundMore: (count: number) => `${plural(count, 'more step', 'more steps')} in the plan.`,
  openRunNumber: (number: number) => `Open run ${number}`,
  compareStep: (from: number, to: number) => `What changed for this step from v${from} to v${to}`,
  approve: 'Approve this exact call',
  approveSheet: 'Approve…',
  approveSome: (checked: number, total: number) => `Approve ${checked} of ${plural(total, 'call', 'calls')}`,
  checkSome: 'Check the calls to approve. The rest stay pending.',
  checkAll: (count: number) => `Check all ${count} calls`,
  checkOne: (summary: string) => `Check: ${summary}`,
  part: 'Part',
  call: 'Call',
  callNumber: (number: number) => `Call ${number}`,
  batchLabel: (count: number) => plural(count, 'call', 'calls'),
  mayNot: 'You may not decide this call.',
  conflict: 'This call changed while you were reading. Nothing was approved.',
  differs: (members: readonly string[]) => `Different: ${list.format(members)}.`,
  tooLate: 'This was decided before your answer arrived. Nothing was changed by it.',
  readNew: 'Read the new call',
  expired: 'Approval expired',
  expiredText: 'Nothing was approved, and nothing ran. Ask again when somebody can decide.',
  voidText: 'It allows nothing any more.',
  voidCause: (cause: string, by: string | null) =>
    ({
      'arguments-edited': `${by ?? 'Someone'} edited the arguments.`,
      'call-changed': 'The call changed.',
      'asked-again': 'It was asked again.',
      'not-needed': 'Policy no longer asks about it.',
      'step-dropped': 'A new plan version drops the step.',
    })[cause] ?? 'The run moved on.',
  covers: (time: string) => `Covers this call only, once, until ${time}.`,
  coversChecked: (time: string) => `Covers the checked calls only, each once, until ${time}.`,
  fingerprint: 'Fingerprint',
  withdraw: 'Withdraw approval',
  askAgain: 'Ask again',
  rejectTitle: (summary: string) => `Reject: ${summary}`,
  rejectText: 'The call is not sent. Say why, and what happens next.',
  rejectReason: 'Reason',
  rejectNext: 'What next?',
  rejectNeedsReason: 'Give a reason.',
  rejectNeedsNext: 'Choose what happens next.',
  rejectSubmit: 'Reject call',
  nextSteps: {
    replan: 'Replan: ask the planner for another way',
    skip: 'Skip this step',
    stop: 'Stop the run',
  },
};

const connection = {
  intro: 'The named ways out of this workspace. Plans name them.',
  create: 'Add connection',
  createTitle: 'Add connection',
  createSubmit: 'Add connection',
  editTitle: (name: string) => `Edit ${name}`,
  edit: 'Edit',
  save: 'Save connection',
  test: 'Test',
  remove: 'Remove',
  removeTitle: (name: string) => `Remove ${name}`,
  removeText: 'Plans that name it can no longer start. Nothing outside is changed.',
  removeSubmit: 'Remove connection',
  removed: (name: string) => `${name} is removed.`,
  createdToast: (name: string) => `${name} is added. Test it before a plan uses it.`,
  savedToast: (name: string) => `${name} is saved.`,
  adminOnly: 'Changing this needs the role Admin.',
  none: 'No connections yet',
  noneText: 'Add the database or service that plans may use.',
  noSecret: 'Only the place of the secret is stored, never the secret.',
  name: 'Name',
  nameHint: 'a-z, 0-9, - and _',
  kind: 'Kind',
  kinds: { postgres: 'PostgreSQL', http: 'HTTP', folder: 'Folder', shell: 'Commands' },
  environment: 'Environment',
  environmentHint: 'Shown on every approval, for example production',
  credential: 'Secret kept in',
  credentialHint: 'env:NAME or file:/path with the database address',
  credentialHintHttp: 'env:NAME or file:/path with the header’s value; empty = none',
  baseUrl: 'Base address',
  baseUrlHint: 'Calls stay under this address',
  path: 'Folder',
  pathHint: 'Absolute path on the machine of the worker. Plans reach what is below it, never through a link.',
  workingFolder: 'Working folder',
  workingFolderHint: 'Absolute path on the machine of the worker. Every command runs there.',
  commands: 'Commands',
  commandsHint:
    'JSON. Each is a program with fixed arguments; {name} in one stands for a parameter with bounds. No shell reads them.',
  commandsNoJson: 'This is no JSON yet.',
  commandsExample: `[
  {
    "name": "restart",
    "argv": ["/usr/bin/systemctl", "restart", "{unit}"],
    "params": { "unit": { "type": "string", "enum": ["shop", "search"] } },
    "effect": "write",
    "timeoutMs": 60000
  }
]`,
  credentialHeader: 'Secret header',
  credentialHeaderHint: 'Which header carries the secret',
  allowList: 'Redirects to',
  allowListHint: 'Hosts that a redirect of a read may lead to, one per line',
  allowPrivate: 'Private addresses',
  allowPrivateHint: 'Loopback and private networks may be reached.',
  readOnly: 'Read only',
  mayWrite: 'May write',
  readOnlyLabel: 'Read only',
  readOnlyHint: 'Writes are refused before they are sent.',
  dedupe: 'Repeated calls',
  dedupeHint: 'How a repeated call is told from a new one',
  dedupes: {
    key: 'the target keeps our key',
    lookup: 'the target can be asked',
    none: 'cannot be told apart',
  },
  maxInFlight: 'In flight at most, s',
  maxInFlightHint: 'After this a call can no longer take effect',
  keyHeader: 'Key header',
  keyHeaderHint: 'Header that carries the operation key',
  lookupPath: 'Look-up path',
  committedWhen: 'Committed when (CEL)',
  works: (ms: number) => `Works, ${ms} ms`,
  doesNotWork: 'Does not work',
};

const preferences = {
  display: 'Display',
  notKept: 'Kept until this page is closed: the browser stores nothing',
  density: 'Density',
  densities: { comfortable: 'Comfortable', compact: 'Compact' },
  densityTexts: { comfortable: 'Rows of 40 px', compact: 'Rows of 32 px' },
  motion: 'Motion',
  motions: { system: 'As the system says', off: 'Off' },
  motionTexts: {
    system: 'Short fades, and a spinner while something runs',
    off: 'Nothing moves. Words and counting seconds show what runs',
  },
  singleKeys: 'Shortcuts of one character',
  singleKeyChoices: { on: 'On', off: 'Off' },
  singleKeyTexts: {
    on: 'They do nothing while you type or while a dialog is open',
    off: 'For speech input. Keys with Ctrl or Cmd, arrows and F6 still work',
  },
  showShortcuts: 'Show shortcuts',
};

const settings = {
  sections: 'Sections of this page',
  workspaceSection: 'Workspace',
  membersSection: 'Members',
  workspace: (name: string) => `Workspace ${name}`,
  mode: 'Who approves',
  modes: { solo: 'Solo', team: 'Team' },
  modeTexts: {
    solo: 'One person may approve their own runs. Irreversible calls ask for typed confirmation.',
    team: 'Irreversible calls ask two different people.',
  },
  members: (count: number) => `Members (${count})`,
  name: 'Name',
  roles: 'Roles',
  since: 'Since',
  change: 'Change',
  changeRoles: (name: string) => `Change roles of ${name}`,
  saveRoles: 'Save roles',
  invite: 'Invite…',
  inviteTitle: 'Make an invitation link',
  inviteText: 'Nothing is sent. The link is shown once; whoever opens it can join.',
  inviteSubmit: 'Make link',
  email: 'E-mail (optional)',
  emailHint: 'With an e-mail, only this person can use the link.',
  link: 'Invitation link',
  linkHint: 'Shown once. Copy it now.',
  openInvitations: 'Open invitations',
  anyone: 'Anyone with the link',
  expires: 'ends',
  roleNames: {
    viewer: 'Viewer',
    author: 'Author',
    operator: 'Operator',
    approver: 'Approver',
    admin: 'Admin',
  },
  roleTexts: {
    viewer: 'Reads everything',
    author: 'Makes and edits plans',
    operator: 'Starts, pauses and stops runs',
    approver: 'Decides calls and plans',
    admin: 'Manages people and connections',
  },
};

/** V6: a version that a run made becomes the plan's head. */
const promote = {
  promoted: 'This version was made inside a run and promoted to the plan.',
  button: 'Promote to plan',
  title: (version: number) => `Promote v${version} to the plan`,
  text: (version: number) =>
    `v${version} becomes the plan's newest version, in review. It is approved anew before another run can start with it.`,
  stays: 'The run that made it goes on as it is. Whoever edits an older version is offered to rebase.',
  done: (version: number) => `v${version} is the plan's newest version, in review.`,
};

/** What an intent of the editor is called in its undo, and why one is refused. */
const intents = {
  add: (title: string) => `Add ${title}`,
  change: (title: string) => `Change ${title}`,
  changePlan: 'Change the plan',
  rename: (from: string, to: string) => `Rename ${from} to ${to}`,
  connect: (step: number, after: number) => `Run ${step} after ${after}`,
  disconnect: (step: number, after: number) => `No longer run ${step} after ${after}`,
  setNeeds: (step: number) => `Change what runs before ${step}`,
  remove: (titles: readonly string[]) =>
    titles.length === 1 ? `Delete ${titles[0] ?? ''}` : `Delete ${plural(titles.length, 'step', 'steps')}`,
  paste: (steps: number) => `Paste ${plural(steps, 'step', 'steps')}`,
  duplicate: (steps: number) => `Duplicate ${plural(steps, 'step', 'steps')}`,
  move: (steps: number) => `Move ${plural(steps, 'card', 'cards')}`,
  reorder: (title: string) => `Reorder ${title}`,
  tidy: 'Tidy the graph',
  copyOf: (title: string) => `${title} (copy)`,
  newTitle: {
    model: 'Ask a model',
    agent: 'Let an agent work',
    person: 'Ask a person',
    checkpoint: 'Decide how to go on',
  },
  prompt: {
    model: 'Say what the model is to answer.',
    agent: 'Say what the agent is to bring back.',
    person: 'Say what the person is to do or to fill in.',
    checkpoint: 'Go on as planned?',
  },
  runsBefore: (step: number, title: string, before: number, beforeTitle: string) =>
    `${step} already runs before ${before}: ${beforeTitle} waits for ${title}.`,
  runsBeforeThrough: (step: number, before: number, path: readonly number[]) =>
    `${step} already runs before ${before}, by way of ${list.format(path.map(String))}.`,
  itself: (step: number) => `${step} cannot run after itself.`,
  alreadyAfter: (step: number, after: number) => `${step} runs after ${after} already.`,
  notAfter: (step: number, after: number) => `${step} does not run after ${after}.`,
  noStep: (id: string) => `There is no step "${id}".`,
  noSteps: 'Select a step first.',
  notSteps: 'The clipboard holds no steps.',
  notSaved: 'The draft could not be saved. Nothing was changed.',
  noTool: (name: string) => `There is no tool "${name}" here.`,
};

export const messages = {
  promote,
  intents,
  common,
  nav,
  search,
  shortcuts,
  live,
  theme,
  errors,
  canvas,
  diff,
  home,
  needs,
  args,
  form,
  signIn,
  plan,
  problems,
  outline,
  step,
  call,
  checks,
  effects,
  newPlan,
  playbooks,
  start,
  run,
  budget,
  wait,
  unknown,
  person,
  event,
  timeline,
  say,
  approval,
  compare,
  history,
  connection,
  preferences,
  settings,
};
