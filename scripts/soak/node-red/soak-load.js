/** Makes numbered messages inside Node-RED, and tells how each of them ended. */
const { answering } = require('../../../bench/answering.cjs');
const { left } = require('../../../bench/node-red/left.cjs');
const lag = require('../lag.cjs');

/** Pause between two handfuls, in ms. */
const TICK = 10;

module.exports = (RED) => {
  RED.nodes.registerType('soak-load', function (config) {
    RED.nodes.createNode(this, config);
    const outputs = this.wires.length;
    let sent = 0;
    let news = { sent: [], ended: [] };
    let tick;

    RED.hooks.add('onComplete.soak', ({ msg, error }) => {
      const { code, outcome } = msg.hub ?? {};
      news.ended.push([msg.number, Date.now(), outcome ?? 'skipped', code ?? (error ? String(error) : '')]);
    });

    const send = () => {
      sent += 1;
      const out = new Array(outputs).fill(null);
      const parameters = [{ PropertyPath: 'any', payload: { value: sent } }];
      out[sent % outputs] = { number: sent, payload: sent, parameters };
      news.sent.push([sent, Date.now(), sent % outputs]);
      this.send(out);
    };

    answering({
      left: () => left(RED),
      /** So many messages a second, to one node after the other, until it is told otherwise. */
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
        const taken = { ...news, lag: lag(), memory: rss / 2 ** 20, heap: heapUsed / 2 ** 20, handles };
        news = { sent: [], ended: [] };
        return taken;
      },
    });
    RED.events.once('flows:started', () => process.send({ answer: 'started' }));
  });
};
