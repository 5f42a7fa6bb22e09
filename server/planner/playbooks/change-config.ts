/**
 * Change a setting in a configuration file: look, edit the one line, let the service check its configuration, have a
 * person look at it. When the check or the person says no, the file gets its old bytes back (E4).
 */
import type { JsonObject } from '#core/json.ts';
import type { PlanDocument, Step } from '#core/plan/schema.ts';
import type { Playbook } from '../playbook.ts';

type Names = { folder: string; file: string; service: string; checkPath: string };

export const changeConfig: Playbook = {
  id: 'change-config',
  version: 1,
  title: 'Change a setting in a configuration file',
  description:
    'Replaces one line of a file, if that line is there exactly once, has the service check its configuration, and has a person look at it. If the check fails or the person says no, the file gets its old bytes back.',
  hints: ['change', 'config', 'setting', 'file', 'limit'],
  parameters: {
    type: 'object',
    additionalProperties: false,
    required: ['folder', 'file', 'find', 'replace', 'service', 'checkPath'],
    properties: {
      folder: { type: 'string', title: 'Folder connection', default: 'partner-config', minLength: 1 },
      file: { type: 'string', title: 'File in it', default: 'partners.conf', minLength: 1 },
      find: { type: 'string', title: 'Line as it is', default: 'requests_per_minute = 120', minLength: 1 },
      replace: {
        type: 'string',
        title: 'Line as it shall be',
        default: 'requests_per_minute = 300',
        minLength: 1,
      },
      service: { type: 'string', title: 'Service that checks it', default: 'partners', minLength: 1 },
      checkPath: { type: 'string', title: 'Path of its check', default: '/config', pattern: '^/' },
    },
  },
  plan: (goal, parameters) => makePlan(goal, parameters),
  revise: () => undefined,
};

function makePlan(goal: string, parameters: JsonObject): PlanDocument {
  const text = (name: string) => String(parameters[name]);
  const names: Names = {
    folder: text('folder'),
    file: text('file'),
    service: text('service'),
    checkPath: text('checkPath'),
  };
  return {
    artifact: 'plan/v1',
    objective: goal,
    inputs: { find: text('find'), replace: text('replace') },
    steps: [inspect(names), edit(names), check(names), review(names)],
    success: [
      {
        id: 'line-is-there',
        expr: 'probe.text.contains(inputs.replace)',
        probe: { tool: 'files.read', args: { connection: names.folder, path: names.file } },
        message: `${names.file} does not hold the new line.`,
      },
      {
        id: 'service-takes-it',
        expr: 'probe.body.ok',
        probe: checkCall(names),
        message: 'The service does not take its configuration.',
      },
    ],
    limits: { replans: 0, onStepFailure: 'undo' },
  };
}

const checkCall = ({ service, checkPath }: Names) => ({
  tool: 'http.request',
  args: { connection: service, method: 'GET', path: checkPath },
});

const inspect = ({ folder, file }: Names): Step => ({
  id: 'inspect',
  title: `Read ${file}`,
  intent: 'Learn what the file holds, and that the line to change is there once.',
  success: 'The text of the file is known, and where it is to be changed.',
  work: { kind: 'tool', tool: 'files.read', args: { connection: folder, path: file } },
  postconditions: [
    { id: 'is-text', expr: 'output.text != null', message: `${file} is no UTF-8 text.` },
    {
      id: 'line-once',
      expr: 'output.text != null && size(output.text.split(inputs.find)) == 2',
      message: 'The line to change is not there exactly once.',
    },
  ],
});

const edit = ({ folder, file }: Names): Step => ({
  id: 'edit',
  title: `Change ${file}`,
  intent: 'Replace the one line and leave every other byte as it is.',
  success: 'The file holds the new line in place of the old one.',
  needs: ['inspect'],
  work: {
    kind: 'tool',
    tool: 'files.write',
    args: {
      connection: folder,
      path: file,
      text: { $expr: 'steps["inspect"].output.text.split(inputs.find).join(inputs.replace)' },
      expected: { $expr: 'steps["inspect"].output.sha256' },
    },
  },
  risk: 'medium',
  // Only as long as nobody else has changed it since.
  compensation: {
    kind: 'tool',
    tool: 'files.write',
    args: {
      connection: folder,
      path: file,
      text: { $expr: 'steps["inspect"].output.text' },
      expected: { $expr: 'output.after' },
    },
  },
});

const check = (names: Names): Step => ({
  id: 'check',
  title: 'Have the service check its configuration',
  intent: 'Ask the service whether it takes the file as it now is.',
  success: 'The service names no problem.',
  needs: ['edit'],
  work: { kind: 'tool', ...checkCall(names) },
  postconditions: [
    { id: 'no-problem', expr: 'output.body.ok', message: 'The service does not take its configuration.' },
  ],
});

const review = ({ file }: Names): Step => ({
  id: 'review',
  title: `Look at ${file}`,
  intent: 'Have a person say that the change is right.',
  success: 'Somebody has said that it stays.',
  needs: ['check'],
  work: {
    kind: 'person',
    prompt: `${file} is changed and the service takes it. Does the change stay? If not, the old bytes are written back.`,
    form: {
      type: 'object',
      required: ['stays'],
      properties: { stays: { type: 'boolean', title: 'The change stays' } },
    },
  },
  postconditions: [
    { id: 'stays', expr: 'output.stays == true', message: 'A person said that the change may not stay.' },
  ],
});
