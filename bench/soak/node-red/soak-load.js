/** Sends numbered messages inside Node-RED, and reports the result of each. */
const { answerQuestions } = require('../../ipc.cjs');
const { openHandles } = require('../../node-red/open-handles.cjs');
const lag = require('../lag.cjs');

/** Pause between two parts, in ms. */
const TICK = 10;

module.exports = (RED) => {
  RED.nodes.registerType('soak-load', function (config) {
    RED.nodes.createNode(this, config);
    const outputs = this.wires.length;
    let sent = 0;
    let events = { sent: [], ended: [] };
    let tick;

    RED.hooks.add('onComplete.soak', ({ msg, error }) => {
      const { code, outcome } = msg.hub ?? {};
      events.ended.push([msg.number, Date.now(), outcome ?? 'skipped', code ?? (error ? String(error) : '')]);
    });

    const send = () => {
      sent += 1;
      const out = new Array(outputs).fill(null);
      const parameters = [{ PropertyPath: 'any', payload: { value: sent } }];
      out[sent % outputs] = { number: sent, payload: sent, parameters };
      events.sent.push([sent, Date.now(), sent % outputs]);
      this.send(out);
    };

    answerQuestions({
      openHandles: () => openHandles(RED),
      /** Sends `rate` messages a second to the nodes in turn, until the next call. */
      flow({ rate }) {
        clearInterval(tick);
        const [started, before] = [Date.now(), sent];
        if (rate > 0)
          tick = setInterval(() => {
            while (sent - before < ((Date.now() - started) * rate) / 1000) send();
          }, TICK);
      },
      /** One more message to each node. */
      once() {
        for (let output = 0; output < outputs; output += 1) send();
      },
      take() {
        const { rss, heapUsed } = process.memoryUsage();
        const handles = process.getActiveResourcesInfo().length;
        const taken = { ...events, lag: lag(), memory: rss / 2 ** 20, heap: heapUsed / 2 ** 20, handles };
        events = { sent: [], ended: [] };
        return taken;
      },
    });
    RED.events.once('flows:started', () => process.send({ answer: 'started' }));
  });
};
