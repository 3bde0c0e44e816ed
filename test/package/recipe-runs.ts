import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import should from 'should';
import { eventually } from '../editor/page.js';
import { startOscTablet } from './osc-tablet.js';
import { deckKeys } from './recipe-run-deck.js';
import { looksOnADeck } from './recipe-run-looks.js';
import { midiBank } from './recipe-run-midi.js';
import { xTouch } from './recipe-run-x-touch.js';
import { brokerRuns } from './recipe-runs-mqtt.js';
import { showRuns } from './recipe-runs-show.js';
import { wiredRuns } from './recipe-runs-wired.js';
import {
  click,
  IN,
  NEXT,
  OUT,
  opacity,
  type RecipeCase,
  type RecipeRun,
  sends,
  staysSo,
  visible,
  withoutStart,
} from './recipe-stage.js';

const CURL = 'curl -X POST http://127.0.0.1:1880/graphics/next';

/** The runs, by recipe. */
export const recipeRuns: Readonly<Record<string, RecipeCase>> = {
  osc: { does: oscTablet },
  ...brokerRuns,
  ...wiredRuns,
  ...showRuns,
  'midi-fader-bank': { does: midiBank },
  'x-touch': { does: xTouch },
  'stream-deck': { does: deckKeys },
  'looks-on-a-stream-deck': { does: looksOnADeck },
  newsroom: {
    async does() {
      return {
        async act(stage) {
          const object = '0b8d7a52-6c1e-4f0a-9d43-5e2f71c4a901';
          const story = '2016ENPS9VM001;P_ENPSNEWS\\W\\R_38387985;1B7D0E22';
          const rundown = '2016ENPS9VM001/2016ENPS9VM001;P_ENPSNEWS\\W;38387985-142E-409A-AD00-A500F856B3C3';
          const pressed = `POST /newsroom/rundowns/${rundown}/${story}/1`;
          const updated = `PATCH /newsroom/mosObjects/${object} {"data":{"Name":"Zoë Müller","Title":"in Geneva"}}`;
          await click(stage, 'In');
          await sends(stage, `${pressed}/in`);
          await click(stage, 'Title: in Geneva');
          await sends(stage, `${pressed}/in`, updated);
          await click(stage, 'Out');
          await sends(stage, `${pressed}/in`, updated, `${pressed}/out`);
        },
      };
    },
  },
  schedule: {
    async does() {
      return {
        // Every second instead of once a day.
        changes: ['50 18', '00 19'].map((time) => [`"${time} * * 1,2,3,4,5"`, '"* * * * * *"'] as const),
        async act(stage) {
          await sends(stage, 'PUT /launcher/61/launch');
          await staysSo(stage, 'PUT /launcher/61/launch');
          await click(stage, 'Automatic');
          await sends(stage, 'PUT /launcher/61/launch', NEXT);
          // The time matches again every second, but the command is not repeated.
          await new Promise((resolve) => setTimeout(resolve, 2500));
          await staysSo(stage, 'PUT /launcher/61/launch', NEXT);
        },
      };
    },
  },
  companion: {
    commands: [CURL],
    async does() {
      const styles: { text: string }[] = [];
      const companion = createServer((request, response) => {
        let body = '';
        request.on('data', (chunk) => {
          body += chunk;
        });
        request.on('end', () => {
          styles.push({ path: request.url, ...JSON.parse(body) });
          response.end('ok');
        });
      }).listen(0, '127.0.0.1');
      await once(companion, 'listening');
      const { port } = companion.address() as AddressInfo;
      const path = '/api/location/1/0/1/style';
      return {
        changes: [
          ['127.0.0.1:8000', `127.0.0.1:${port}`],
          // Even a slow machine presses twice within it.
          ['"lockout":"0.25"', '"lockout":"60"'],
        ],
        async act(stage) {
          const { url } = stage.nodeRed;
          const post = async (what: string) => {
            const response = await fetch(`${url}/graphics/${what}`, { method: 'POST' });
            return [response.status, await response.text()];
          };
          const shown = () => withoutStart(styles.map(({ text }) => text));
          await eventually(() => should(shown()).eql(['off']));
          should(styles.at(-1)).eql({ path, bgcolor: '#000000', text: 'off' });
          const [command = '', ...args] = CURL.replace('http://127.0.0.1:1880', url).split(' ');
          should((await promisify(execFile)(command, ['--silent', ...args])).stdout).equal('done');
          await sends(stage, NEXT);
          should(await post('in')).eql([200, 'done']);
          await sends(stage, NEXT, IN);
          await eventually(() => should(styles.at(-1)).eql({ path, bgcolor: '#ff0000', text: 'program' }));
          should(await post('out')).eql([200, 'done']);
          should(await post('fly')).eql([404, 'no such button']);
          await sends(stage, NEXT, IN, OUT);
          // The second tap of a nervous hand gets an answer too.
          should(await post('next')).eql([429, 'press ignored']);
          should(stage.sent()).eql([NEXT, IN, OUT]);
          stage.hub.trouble({ operation: 'pressItemButton', status: 404 });
          const [status, words] = await post('in');
          should(status).equal(502);
          should(words).match(/refused – not found .*Check the names\. .*Anchor/);
        },
        close: async () => {
          companion.closeAllConnections();
          companion.close();
        },
      };
    },
  },
};

/** A tablet with a fader, a button and a light. */
async function oscTablet(): Promise<RecipeRun> {
  const { listensAt, sendsTo, move, shows, forget, close } = await startOscTablet();
  return {
    changes: [
      ['"port":"9000"', `"port":"${sendsTo}"`],
      ['"port":"9001"', `"port":"${listensAt}"`],
      // A tablet that is switched on later gets the states within this time.
      ['"repeat":"5"', '"repeat":"1"'],
    ],
    async act(stage) {
      // When the tablet shows its first values, the flow listens.
      await eventually(() => should([shows('/1/fader1'), shows('/1/led1')]).eql([1, 0]));
      move('/1/fader1', 0.25);
      await sends(stage, opacity(0.25));
      move('/1/push1', 1);
      move('/1/push1', 0);
      await sends(stage, opacity(0.25), visible(true));
      await eventually(() => should(shows('/1/led1')).equal(1));
      // Companion's message without arguments has no release.
      move('/1/push1');
      await sends(stage, opacity(0.25), visible(true), visible(false));
      await eventually(() => should(shows('/1/led1')).equal(0));
      move('/1/push1');
      await sends(stage, opacity(0.25), visible(true), visible(false), visible(true));
      await eventually(() => should([shows('/1/fader1'), shows('/1/led1')]).eql([0.25, 1]));
      forget();
      await eventually(() => should([shows('/1/fader1'), shows('/1/led1')]).eql([0.25, 1]));
    },
    close,
  };
}
