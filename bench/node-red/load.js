/** Makes messages inside Node-RED as the bench asks for them, and measures what they cost the process. */
const http = require('node:http');
const { setTimeout: pause } = require('node:timers/promises');
const { answering, cpu, now } = require('../answering.cjs');
const { left } = require('./left.cjs');

/** Pause between two handfuls of a flood, in ms. */
const TICK = 4;

/** Messages poured in one go before others get their turn. */
const HANDFUL = 100;

/** The number of the last press. */
let pressed = 0;

module.exports = (RED) => {
  /** Called with each message that its node is done with, and the error if there was one. */
  let onDone = () => {};
  RED.hooks.add('onComplete.bench', ({ msg, error, node }) => {
    // A message that went through a panel is done twice: the last counts.
    if (node.node.type !== 'hub-panel') onDone(msg, error);
  });

  RED.nodes.registerType('bench-load', function (config) {
    RED.nodes.createNode(this, config);
    const { side, base } = config;
    const outputs = this.wires.length;

    /** The same value for either side; where one node serves many properties, the message names it. */
    const message = (value, property) => ({
      payload: side === 'core' ? { Value: value } : value,
      ...(property && (side === 'core' ? { url: `${base}/${property}` } : { property })),
    });

    const send = (output, msg) => {
      const out = new Array(outputs).fill(null);
      out[output] = msg;
      this.send(out);
    };

    /** Counts what is done; `finished` resolves when that is `messages` of them. */
    function counting(messages, then = () => {}) {
      const errors = new Map();
      let done = 0;
      const finished = new Promise((resolve) => {
        onDone = (msg, error) => {
          if (error) errors.set(String(error), (errors.get(String(error)) ?? 0) + 1);
          done += 1;
          then(msg);
          if (done === messages) resolve();
        };
      });
      return { finished, errors };
    }

    async function measured(work) {
      const before = left(RED);
      const started = { at: now(), cpu: cpu() };
      const found = await work();
      const ended = { at: now(), cpu: cpu() };
      const { memory } = left(RED);
      return { ...found, ms: ended.at - started.at, cpu: ended.cpu - started.cpu, grown: memory - before.memory };
    }

    /** What came in last: a lamp's state. */
    let shown;
    this.on('input', ({ payload }, _, done) => {
      shown = payload;
      done();
    });

    answering({
      cpu,
      shown: () => shown ?? '',

      /** So many presses a second, each with a number of its own; gives each number and when it was pressed. */
      press: async ({ messages, rate }) => {
        const presses = [];
        while (presses.length < messages) {
          pressed += 1;
          presses.push([pressed, now()]);
          send(0, message(pressed));
          await pause(1000 / rate);
        }
        return presses;
      },

      left: () => left(RED),

      /** So many messages a second, over all outputs in turn, whatever becomes of them. */
      flood: ({ rate, messages }) =>
        measured(async () => {
          const { finished, errors } = counting(messages);
          const started = now();
          let sent = 0;
          await new Promise((resolve) => {
            const tick = setInterval(() => {
              const due = Math.min(messages, Math.floor(((now() - started) * rate) / 1000));
              for (; sent < due; sent += 1) send(sent % outputs, message(sent));
              if (sent === messages) resolve(clearInterval(tick));
            }, TICK);
          });
          const lastAt = now();
          await finished;
          return { lastAt, behind: now() - lastAt, errors: [...errors] };
        }),

      /** So many messages to different properties, at most `atOnce` under way. */
      inTurn: ({ messages, atOnce, properties }) =>
        measured(async () => {
          let sent = 0;
          const next = () => {
            if (sent === messages) return;
            send(0, message(sent, `p${sent % properties}`));
            sent += 1;
          };
          const { finished, errors } = counting(messages, next);
          const firstAt = now();
          while (sent < Math.min(atOnce, messages)) next();
          await finished;
          return { firstAt, errors: [...errors] };
        }),

      /** So many messages as fast as the node takes them. */
      pour: ({ messages }) =>
        measured(async () => {
          const { finished, errors } = counting(messages);
          for (let sent = 0; sent < messages; ) {
            for (const end = sent + HANDFUL; sent < end; sent += 1) send(0, message(sent));
            await new Promise(setImmediate);
          }
          await finished;
          return { errors: [...errors] };
        }),

      /** The same requests as `inTurn`, with nothing but `node:http`. */
      raw: ({ messages, atOnce, properties }) =>
        measured(async () => {
          const agent = new http.Agent({ keepAlive: true, maxSockets: atOnce });
          let sent = 0;
          const worker = async () => {
            while (sent < messages) await exchange(agent, `${base}/p${sent++ % properties}`, { Value: sent });
          };
          await Promise.all(Array.from({ length: atOnce }, worker));
          agent.destroy();
        }),
    });
    RED.events.once('flows:started', () => process.send({ answer: 'started' }));
  });
};

const exchange = (agent, url, body) =>
  new Promise((resolve, reject) => {
    const text = JSON.stringify(body);
    const headers = { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) };
    const request = http.request(url, { agent, method: 'PATCH', headers }, (response) => {
      let answer = '';
      response.setEncoding('utf8');
      response.on('data', (chunk) => {
        answer += chunk;
      });
      response.on('end', () => resolve(JSON.parse(answer)));
    });
    request.on('error', reject);
    request.end(text);
  });
