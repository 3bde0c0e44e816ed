import { readFileSync } from 'node:fs';
import should from 'should';
import { pageToken } from './page-token.js';

/** The ready list of the simulator's show. */
export const READY_LIST = 'docs/recipes/evening-news.json';

/** The name of the list in the examples. */
export const LIST = 'Evening News';

/** Imports the ready list into the Node-RED with this address, as the dialog does. */
export async function importReadyList(url: string): Promise<void> {
  const address = new URL(`/graphics-hub/cues/lists/${encodeURIComponent(LIST)}`, url);
  const headers = { 'content-type': 'application/json', ...(await pageToken(url)) };
  const { revision } = (await (await fetch(address, { headers })).json()) as { readonly revision: string };
  const body = JSON.stringify({ revision, text: readFileSync(READY_LIST, 'utf8') });
  const answer = await fetch(address, { method: 'POST', headers, body });
  should(await answer.json()).not.have.properties(['problem', 'changed']);
}

/** Moves a deployed list to a cue. `id`: its node. */
export async function moveTo(url: string, id: string, cue: string): Promise<void> {
  const headers = { 'content-type': 'application/json', ...(await pageToken(url)) };
  const body = JSON.stringify({ operation: 'standby', cue });
  const answer = await fetch(new URL(`/graphics-hub/cues/${id}`, url), { method: 'POST', headers, body });
  should(answer.status).equal(200);
  should(await answer.json()).match({ state: { standby: { number: cue } } });
}
