import { simulate } from './simulator.ts';
const from = Number(process.argv[2] ?? 1), to = Number(process.argv[3] ?? from);
const t=performance.now(); let ok=0; const stat: Record<string, number> = {}; let falls=0, effects=0;
for (let s=from;s<=to;s++){ const r=await simulate(s); falls+=r.falls; effects+=r.effects; for (const x of r.statuses) stat[x]=(stat[x]??0)+1; if(r.problems.length){console.log('seed',s,[...new Set(r.problems)].slice(0,4)); if(from===to) console.log(r.trace.join('\n'));} else ok++; }
console.log(ok,'of',to-from+1,'ok', stat, {falls,effects}, Math.round(performance.now()-t),'ms');
