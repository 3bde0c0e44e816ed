import should from 'should';
import { HubReader } from '../../dist/recording/reader.js';
import { RECORD_LIMITS, recordHub } from '../../dist/recording/record.js';
import { parseRecording, recordingText } from '../../dist/recording/recording-file.js';
import { startSimulator } from '../../dist/simulator/index.js';
import { faults } from '../hostile/faults.js';
import { answer, HostileHub, JSON_TYPE } from '../hostile/hub.js';
import { namedPrivacy, SETTINGS } from './direct-reader.js';

const HUB = { dialect: 1, linearSegment: 'linear', isEarly: false } as const;

const PROJECTS = { operation: 'listProjects', params: {} };

/** Faults of an answer. If no answer is possible, the hub is lost. */
const faultsOfAnswers = faults.filter(({ act, command }) => act && !command);

/** The reason in the recording. Undefined if the answer or its refusal is in it. */
function failureOf(name: string, end: string): string | undefined {
  if (/100 MB|bomb|sends chunks without end/.test(name)) return 'tooLarge';
  return /HUB_\w*(TIMEOUT|LOST|BAD_ANSWER)/.exec(end)?.[0];
}

describe('a recording of a hub with one faulty answer', function () {
  this.timeout(120_000);

  for (const { name, end, act } of faultsOfAnswers)
    it(`ends, names the part and is served again: ${name}`, async () => {
      const hub = await HostileHub.open((socket, request) => {
        if (request.path.endsWith('/projects')) act?.(socket, request);
        else socket.write(answer('200 OK', JSON_TYPE, '[]'));
      });
      const timeout = end.startsWith('HUB_TIMEOUT') ? 1000 : 10_000;
      const reader = new HubReader({ ...SETTINGS, baseUrl: hub.url, timeout }, (send) => send());
      const { signal } = new AbortController();
      const recording = parseRecording(
        recordingText(await recordHub(reader, HUB, { ...RECORD_LIMITS, privacy: namedPrivacy(), signal })),
      );
      reader.close();
      await hub.close();
      const found = recording.reads.find(({ operation }) => operation === PROJECTS.operation);
      if (failureOf(name, end)) should(recording.missing).eql([{ ...PROJECTS, reason: failureOf(name, end) }]);
      else should(found).have.property(end === 'done' ? 'answer' : 'refusal');
      const simulator = await startSimulator({ recording });
      should((await fetch(`${simulator.url}/api/rest/v1/engines`)).status).equal(200);
      await simulator.close();
    });
});
