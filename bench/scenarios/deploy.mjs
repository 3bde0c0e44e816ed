/** A deploy of modified nodes: one node among many, or the configuration of all. Core's nodes have as many objects. */
import { setTimeout as pause } from 'node:timers/promises';
import { coreSharedFlow, ourSharedFlow } from '../flows.mjs';

const NODES = 2000;

/** Deploys of each kind in a run. */
const DEPLOYS = 3;

/** The last status of a node follows after at most this time, in ms. */
const REST = 500;

/** Numbers the names, so that each deploy has a change. */
let deployCount = 0;

/** CPU time in ms of a deploy that changes the node with this id. */
async function deploy(side, id) {
  const url = `${await side.ask('url')}/flows`;
  const flow = await (await fetch(url)).json();
  const changed = flow.find((node) => node.id === id);
  const headers = { 'content-type': 'application/json', 'Node-RED-Deployment-Type': 'nodes' };
  const before = await side.ask('cpu');
  for (let number = 0; number < DEPLOYS; number += 1) {
    deployCount += 1;
    changed.name = `Deploy ${deployCount}`;
    const started = side.ask('started');
    const { ok } = await fetch(url, { method: 'POST', headers, body: JSON.stringify(flow) });
    if (!ok) throw new Error('Node-RED refused the flow.');
    await started;
    await pause(REST);
  }
  return ((await side.ask('cpu')) - before) / DEPLOYS;
}

/** One node of all, and the configuration, which restarts all of them. */
const deployBoth = async (side) => ({ one: await deploy(side, 'p7'), all: await deploy(side, 'shared') });

export const deploys = {
  name: 'deploy',
  title: `Deploy of one node, or of the configuration of ${NODES.toLocaleString('en-US')} nodes, core with as many nested objects`,
  runs: 5,
  warmUps: 1,
  sides: { ours: ourSharedFlow({ count: NODES }), core: coreSharedFlow({ count: NODES }) },
  async once({ ours, core }) {
    return { ours: await deployBoth(ours), core: await deployBoth(core) };
  },
  rows: [
    { measure: 'CPU time, one changed node, ms', of: ({ ours }) => ours.one, core: ({ core }) => core.one },
    { measure: 'one changed node, relative to core', of: ({ ours, core }) => ours.one / core.one, most: 1.2 },
    { measure: 'CPU time, all nodes restart, ms', of: ({ ours }) => ours.all, core: ({ core }) => core.all },
    { measure: 'all nodes restart, relative to core', of: ({ ours, core }) => ours.all / core.all, most: 2 },
  ],
};
