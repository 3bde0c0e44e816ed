import type { Response } from 'express';
import type { NodeAPI } from 'node-red';
import { CHECK_LIMITS, checkHub } from '../../recording/check.js';
import { checkText } from '../../recording/check-text.js';
import { checkFlows } from '../../recording/flow-check.js';
import { HubReader } from '../../recording/reader.js';
import { reportTexts } from '../../texts/report-texts.js';
import { type RunningHub, runningHubs } from '../registry/registry.js';
import { jsonPost } from './json-routes.js';
import { orProblem } from './redact.js';
import { storedCheck } from './stored-names.js';

type Work = (reader: HubReader, hub: RunningHub) => Promise<object>;

/** A closed reader ends a check. */
const NEVER = new AbortController().signal;

/**
 * Checks a deployed hub, and compares flows with it, and with the looks and cue lists. The hub is read gently, with the stored settings only: nothing of the request
 * changes its address or its key. One check of a hub at a time.
 */
export function recordingRoutes(RED: NodeAPI): void {
  const busy = new Set<string>();

  /** Gives a reader of the deployed hub to `work`. It is closed with the browser's request and with the flows. */
  async function read(id: string, response: Response, work: Work): Promise<void> {
    const [running] = runningHubs(id);
    if (!running) return void response.sendStatus(404);
    if (busy.has(id)) return void response.sendStatus(409);
    const reader = new HubReader(running.settings);
    const close = () => reader.close();
    busy.add(id);
    RED.events.on('flows:stopping', close);
    response.once('close', close);
    try {
      response.json(await orProblem(running.settings, () => work(reader, running)));
    } finally {
      busy.delete(id);
      RED.events.off('flows:stopping', close);
      close();
    }
  }

  // The same report as that of the command `graphics-hub check`.
  jsonPost(RED, 'check-hub/:id', ({ params, body }, response) => {
    const { language } = Object(body) as { readonly language?: unknown };
    if (typeof language !== 'string') return undefined;
    return read(String(params.id), response, async (reader) => {
      const { finding, hub } = await reader.detect();
      const { dialect, linearSegment, problem } = finding;
      if (problem && (!finding.reachable || finding.key === 'refused')) throw problem;
      const report = await checkHub(reader, hub, { ...CHECK_LIMITS, signal: NEVER });
      const isDetected = dialect !== null && linearSegment !== null;
      return { text: checkText({ ...report, isDetected }, reportTexts(language)) };
    });
  });

  jsonPost(RED, 'check-flows/:id', ({ params, body }, response) => {
    const { flows } = Object(body) as { readonly flows?: unknown };
    const id = String(params.id);
    if (!Array.isArray(flows)) return undefined;
    return read(id, response, async (reader, hub) => ({
      fields: await checkFlows(flows, id, reader.read, storedCheck(hub)),
    }));
  });
}
