/** Sends numbered messages while `GET /probe?load=1` is in effect, and lists the messages that are not complete. */

/** Pause between two messages to each node, in ms. */
const TICK = 30;

module.exports = (RED) => {
  /** Incomplete messages by node and message, with the time of their arrival in ms of the epoch. */
  const pending = new Map();
  let load = false;
  let number = 0;
  let ended = 0;
  let unexpected = 0;
  const key = (id, msg) => `${id} ${msg._msgid}`;

  RED.hooks.add('onReceive.probe', ({ msg, destination }) => {
    // Node-RED drops messages to a closed node.
    if (destination.node?.type.startsWith('hub-') && destination.node._inputCallback)
      pending.set(key(destination.id, msg), Date.now());
  });
  RED.hooks.add('onComplete.probe', ({ msg, node }) => {
    if (!node.node?.type.startsWith('hub-')) return;
    ended += 1;
    if (!pending.delete(key(node.id, msg))) unexpected += 1;
  });

  RED.httpAdmin.get('/probe', (request, response) => {
    if (request.query.load) load = request.query.load === '1';
    const kinds = {};
    for (const kind of process.getActiveResourcesInfo()) kinds[kind] = (kinds[kind] ?? 0) + 1;
    const since = Number(request.query.since ?? 0);
    const old = [...pending].filter(([, at]) => at < since).map(([name]) => name);
    const { Timeout: timers = 0, TCPSocketWrap: sockets = 0 } = kinds;
    const listeners = process.eventNames().reduce((sum, name) => sum + process.listenerCount(name), 0);
    response.json({ old, pending: pending.size, ended, unexpected, timers, sockets, listeners });
  });

  RED.nodes.registerType('probe', function (config) {
    RED.nodes.createNode(this, config);
    const outputs = this.wires.length;
    const send = (output) => {
      if (!load) return;
      number += 1;
      const out = new Array(outputs).fill(null);
      // The hub gets the number and the time of each message.
      out[output] = { payload: { number, at: Date.now() } };
      this.send(out);
    };
    // One at once, because a fast machine deploys more often than it ticks.
    const first = setImmediate(() => send(number % outputs));
    const tick = setInterval(() => {
      for (let output = 0; output < outputs; output += 1) send(output);
    }, TICK);
    this.on('close', () => {
      clearImmediate(first);
      clearInterval(tick);
    });
  });
};
