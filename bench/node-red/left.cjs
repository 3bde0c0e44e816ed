/** What a process still holds: listeners of Node-RED, the process and every open handle; timers; sockets. */
exports.left = (RED) => {
  const resources = process.getActiveResourcesInfo();
  const count = (kind) => resources.filter((resource) => resource === kind).length;
  const emitters = [process, RED.events, ...process._getActiveHandles()];
  return {
    memory: memory(),
    listeners: emitters.reduce((sum, emitter) => sum + listenersOf(emitter), 0),
    timers: count('Timeout'),
    sockets: count('TCPSocketWrap'),
  };
};

/** MB in use once the garbage is collected. */
function memory() {
  for (const _ of [1, 2]) global.gc();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 2 ** 20;
}

const listenersOf = (emitter) =>
  (emitter.eventNames?.() ?? []).reduce((sum, event) => sum + emitter.listenerCount(event), 0);
