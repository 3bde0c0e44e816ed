/** Sends messages inside Node-RED on request of the bench, and measures the cost for the process. */
const http = require('node:http');
const { setTimeout: pause } = require('node:timers/promises');
const { answerQuestions, cpu, now } = require('../ipc.cjs');
const { openHandles } = require('./open-handles.cjs');

/** Pause between two parts of a flood, in ms. */
const TICK = 4;

/** Pause after the end of a message, in ms. */
const REST = 2;

/** Messages that are sent without a pause for other work. */
const CHUNK = 100;

/** Longest wait for a lamp, in ms. */
const LONGEST_WAIT = 20_000;

/** Number of the last press. */
let pressCount = 0;

module.exports = (RED) => {
  /** Called for each completed message, with its error. */
  let onDone = () => {};
  RED.hooks.add('onComplete.bench', ({ msg, error, node }) => {
    // A message through a panel and a lamp completes at each of them. The completion of its command counts.
    if (!['hub-panel', 'hub-lamp'].includes(node.node.type)) onDone(msg, error);
  });

  RED.nodes.registerType('bench-load', function (config) {
    RED.nodes.createNode(this, config);
    const { side, base } = config;
    const outputs = this.wires.length;

    /** The same value for both sides. If one node sets many properties, the message names the property. */
    const message = (value, property) => ({
      payload: side === 'core' ? { Value: value } : value,
      ...(property && (side === 'core' ? { url: `${base}/${property}` } : { property })),
    });

    const send = (output, msg) => {
      const out = new Array(outputs).fill(null);
      out[output] = msg;
      this.send(out);
    };

    /** Counts completed messages. `finished` resolves after `messages` of them. */
    function countCompleted(messages, then = () => {}) {
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

    async function measureCost(work) {
      const before = openHandles(RED);
      const started = { at: now(), cpu: cpu() };
      const found = await work();
      const ended = { at: now(), cpu: cpu() };
      const { memory } = openHandles(RED);
      return { ...found, ms: ended.at - started.at, cpu: ended.cpu - started.cpu, grown: memory - before.memory };
    }

    /** The state of the lamp in the last message. */
    let lampState;
    let inputCount = 0;
    /** The number of messages of each lamp, and its last state, by its topic. */
    const lamps = new Map();
    this.on('input', ({ topic, payload }, _, done) => {
      lampState = payload;
      lamps.set(topic, { state: payload, changes: (lamps.get(topic)?.changes ?? 0) + 1 });
      inputCount += 1;
      done();
    });
    const turns = new Turns();

    answerQuestions({
      cpu,
      url: () => `http://127.0.0.1:${RED.server.address().port}`,
      /** Resolves after the next start of flows or nodes. */
      started: () => new Promise((resolve) => RED.events.once('flows:started', () => resolve())),
      lampState: () => lampState ?? '',
      inputCount: () => inputCount,

      /** Takes the item in or out. Returns the time until the watch has lit its lamp, and the messages of the other lamp. */
      pressForLamp: async ({ isIn, rest }) => {
        const state = isIn ? 'program' : 'available';
        const before = lamps.get('lamp/lit')?.changes ?? 0;
        const at = now();
        send(isIn ? 0 : 1, { payload: true });
        while (lamps.get('lamp/confirmed')?.state !== state) {
          if (now() - at > LONGEST_WAIT) throw new Error(`The lamp never showed ${state}`);
          await pause(1);
        }
        const took = now() - at;
        await pause(rest);
        return { took, changes: lamps.get('lamp/lit').changes - before };
      },

      /** Shows a page of a surface. Returns the time until this many lights have come, in ms. */
      showPage: async ({ page, lights }) => {
        const before = inputCount;
        const at = now();
        send(0, { page });
        while (inputCount - before < lights) {
          if (now() - at > LONGEST_WAIT) throw new Error(`Only ${inputCount - before} lights`);
          await new Promise(setImmediate);
        }
        return now() - at;
      },

      longestTurn: () => turns.longest(),

      /** The longest CPU time to parse an answer of the hub, in ms. */
      longestParsing: async ({ property, times }) => {
        const text = await (await fetch(`${base}/${property}`)).text();
        let longest = 0;
        for (let count = 0; count < times; count += 1) {
          const before = cpu();
          JSON.parse(text);
          longest = Math.max(longest, cpu() - before);
          await pause(TICK);
        }
        return longest;
      },

      /** Sends `rate` numbered presses a second. Returns the number and time of each press. */
      press: async ({ messages, rate }) => {
        const presses = [];
        while (presses.length < messages) {
          pressCount += 1;
          presses.push([pressCount, now()]);
          send(0, message(pressCount));
          await pause(1000 / rate);
        }
        return presses;
      },

      openHandles: () => openHandles(RED),

      /** Sends `rate` messages a second over all outputs in turn, without waiting for results. */
      flood: ({ rate, messages }) =>
        measureCost(async () => {
          const { finished, errors } = countCompleted(messages);
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

      /** Sends one message to the first node, and resolves with its cost and its error. */
      message: (msg) =>
        measureCost(async () => {
          const { finished, errors } = countCompleted(1);
          send(0, { ...msg });
          await finished;
          return { errors: [...errors] };
        }),

      /** Sends messages to different properties, with at most `atOnce` in flight. */
      inTurn: ({ messages, atOnce, properties }) =>
        measureCost(async () => {
          let sent = 0;
          const next = () => {
            if (sent === messages) return;
            send(0, message(sent, `p${sent % properties}`));
            sent += 1;
          };
          const { finished, errors } = countCompleted(messages, next);
          const firstAt = now();
          while (sent < Math.min(atOnce, messages)) next();
          await finished;
          return { firstAt, errors: [...errors] };
        }),

      /** Sends each message after the end of the one before, as a Go or to its own property. Returns their times. */
      oneByOne: ({ messages, isCue }) =>
        measureCost(async () => {
          const sentAt = [];
          const next = () => {
            if (sentAt.length === messages) return;
            const msg = isCue ? { operation: 'go' } : message(sentAt.length, `p${sentAt.length}`);
            sentAt.push(now());
            send(0, msg);
          };
          const { finished, errors } = countCompleted(messages, () => setTimeout(next, REST));
          next();
          await finished;
          return { sentAt, errors: [...errors] };
        }),

      /** Sends `count` messages of a device, each after the end of the command before, and the release of its key. */
      device: ({ count, messages, release }) =>
        measureCost(
          () =>
            new Promise((resolve) => {
              const errors = new Map();
              let sent = 0;
              const next = () => {
                if (sent > 0 && release) send(0, { ...release });
                if (sent === count) return resolve({ errors: [...errors] });
                send(0, structuredClone(messages[sent % messages.length]));
                sent += 1;
              };
              onDone = ({ hub }, error) => {
                if (error) errors.set(String(error), (errors.get(String(error)) ?? 0) + 1);
                // A release has no command.
                if (error || hub) next();
              };
              next();
            }),
        ),

      /** Sends messages as fast as possible. */
      pour: ({ messages }) =>
        measureCost(async () => {
          const { finished, errors } = countCompleted(messages);
          for (let sent = 0; sent < messages; ) {
            for (const end = sent + CHUNK; sent < end; sent += 1) send(0, message(sent));
            await new Promise(setImmediate);
          }
          await finished;
          return { errors: [...errors] };
        }),

      /** The same requests as `inTurn`, with plain `node:http`. */
      raw: ({ messages, atOnce, properties }) =>
        measureCost(async () => {
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

/**
 * The longest turn of the event loop, from the first question on. A turn takes at most its duration, which other programs
 * on the machine lengthen, and at most the CPU time of all threads, which helpers of the engine lengthen.
 */
class Turns {
  #timer;
  #before;
  #longest = 0;

  /** In ms, since the last question. */
  longest() {
    this.#timer ??= setInterval(() => this.#check(), 1);
    this.#check();
    const longest = this.#longest;
    this.#longest = 0;
    return longest;
  }

  #check() {
    const present = { cpu: cpu(), at: now() };
    const before = this.#before ?? present;
    this.#longest = Math.max(this.#longest, Math.min(present.cpu - before.cpu, present.at - before.at));
    this.#before = present;
  }
}

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
