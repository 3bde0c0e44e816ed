/** The open handles of a process: listeners of Node-RED, of the process and of every handle, timers and sockets. */
exports.openHandles = (RED) => {
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

/** MB in use after a garbage collection. */
function memory() {
  for (const _ of [1, 2]) global.gc();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 2 ** 20;
}

const listenersOf = (emitter) =>
  (emitter.eventNames?.() ?? []).reduce((sum, event) => sum + emitter.listenerCount(event), 0);
