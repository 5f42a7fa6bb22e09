import { lookup } from 'node:dns/promises';
import { readTool } from '#server/tools/read-tool.ts';

const texts = { type: 'array', items: { type: 'string' } };

export const dnsLookup = readTool({
  name: 'dns.lookup',
  version: '1',
  description: 'Find the addresses of a host name.',
  argsSchema: { type: 'object', required: ['host'], properties: { host: { type: 'string' } } },
  outputSchema: { type: 'object', required: ['addresses'], properties: { addresses: texts } },
  resource: ({ host }) => `name ${String(host)}`,
  summary: ({ host }) => `Look up ${String(host)}`,
  effectSentence: () => 'Asks the name service. Nothing is changed.',
  async execute({ host }) {
    const found = await lookup(String(host), { all: true });
    return { outcome: 'read', output: { addresses: found.map(({ address }) => address) } };
  },
});
