/** The strings of the page that imports plans, and of mapping tools. */
import { plural } from './plural.ts';

const list = new Intl.ListFormat('en', { style: 'long', type: 'conjunction' });

export const mapping = {
  instead: (tool: string) => `Use instead of ${tool}`,
  usedBy: (steps: readonly string[]) =>
    steps.length === 0 ? 'Used by a check of the plan' : `Used by ${list.format(steps)}`,
  step: (number: number, title: string) => `step ${number} ${title}`,
  more: (count: number) => `${count} more`,
  leave: 'Leave it for the draft',
  keep: 'Leave it as it is',
  likely: 'Alike by name',
  all: 'All tools',
  option: (tool: string, effect: string) => `${tool} (${effect})`,
  none: 'There is no tool here yet.',
};

export const planImport = {
  title: 'Import a plan',
  intro:
    'A plan made elsewhere becomes a plan here, or a draft when something has to be mended first. Nothing runs and nothing is approved by it.',
  source: 'The plan',
  text: 'Text of the plan',
  textHint:
    'JSON, YAML, or the whole reply of a model: a list of steps, a goal and steps, or a plan that was exported here. A file can be dropped here.',
  textExample: '[{"id": 1, "description": "Read the partners", "tool": "http.request"}]',
  file: 'Choose a file',
  drop: 'Drop the file to read it',
  clear: 'Clear the text',
  longText: (name: string, size: string) => `${name}, ${size}. Too long to be edited here.`,
  unnamed: 'The text',
  size: (bytes: number) =>
    bytes < 1024 * 1024 ? `${Math.ceil(bytes / 1024)} KiB` : `${(bytes / 1024 / 1024).toFixed(1)} MiB`,
  tooLarge: (size: string, limit: string) =>
    `This has ${size}; a plan may have ${limit} at most. Nothing was sent. Leave out what is no part of the plan, or make several plans of it.`,
  tooLargeToSend: (size: string, limit: string) =>
    `Sent as it is, this has ${size}; ${limit} can be sent at most. Nothing was sent. Save the file without indentation, and try again.`,
  noText: (name: string) =>
    `"${name}" is no text in UTF-8 or UTF-16. Nothing was changed. Choose a JSON, YAML or text file.`,
  notRead: (name: string) => `"${name}" could not be read from your disk. Nothing was changed. Try again.`,
  oneFile: 'One plan at a time: drop one file. Nothing was changed.',
  notKept: 'This browser does not keep the text when the page is loaded again. Keep your own copy.',
  reading: 'Reading the text',
  unread: (count: number) => `This cannot be read as a plan yet: ${plural(count, 'problem', 'problems')}`,
  safe: 'Nothing was imported. Your text stays here until you change it.',
  name: 'Name of the plan',
  goal: 'Goal',
  goalHint: 'What must be true at the end.',
  goalNeeded: 'The text does not say what the plan is for. Write it here.',
  plan: 'What it becomes',
  shapes: {
    'plan/v1': 'A plan in the format of this product',
    steps: 'A goal with steps',
    list: 'A list of steps, as models write it',
  },
  formats: { json: 'JSON', yaml: 'YAML' },
  read: (shape: string, format: string, steps: number) =>
    `${shape}, in ${format}. ${plural(steps, 'step', 'steps')}.`,
  graph: (steps: number) => `Graph of the plan to import, ${plural(steps, 'step', 'steps')}`,
  steps: (count: number) => `Steps as a list (${count})`,
  ids: (count: number) => `${plural(count, 'id', 'ids')} written anew`,
  idsText:
    'An id here is a-z, 0-9, - and _. Whatever names one of these follows; the id of the source stays in the reason of its step.',
  idFrom: 'In the text',
  idTo: 'Here',
  losses: (count: number) => `Does not come along as it is (${count})`,
  accept: 'I have read this list and import the plan without them.',
  tools: (count: number) => `Tools that are not known here (${count})`,
  toolsText:
    'Choose what does their work here. What is left makes the plan a draft, where it can be chosen later.',
  problems: (count: number) => `To mend or to look at (${count})`,
  noProblems: 'Nothing to mend.',
  line: (line: number, column: number) => `Line ${line}, column ${column}`,
  wholePlan: 'The whole plan',
  wholeText: 'The whole text',
  step: (number: number) => `Step ${number}`,
  place: (parts: readonly string[]) => parts.filter(Boolean).join(', '),
  asVersion: 'Import as version 1',
  asDraft: 'Import as a draft',
  becomesVersion: 'It becomes version 1 of a new plan, in review. Runs can start once it is approved.',
  becomesDraft: (tools: number, errors: number) => {
    const why = [
      ...(tools > 0 ? [plural(tools, 'tool is not known here', 'tools are not known here')] : []),
      ...(errors > 0 ? [plural(errors, 'error has to be mended', 'errors have to be mended')] : []),
    ];
    const because = why.length > 0 ? `: ${list.format(why)}` : '';
    return `It becomes a draft of your own${because}. It cannot be saved as a version until that is done.`;
  },
  off: {
    empty: 'Paste a text or choose a file first.',
    reading: 'The text is being read.',
    unread: 'First mend what cannot be read.',
    large: 'The text is too large.',
    losses: 'First read what does not come along, and accept it.',
    name: 'Give the plan a name.',
    role: 'Importing needs the role Author.',
  },
  done: 'Imported as version 1.',
  doneDraft: 'Imported as a draft.',
};
