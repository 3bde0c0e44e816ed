/** Replaces the node of `node-red-contrib-streamdeck`. An HTTP request presses and releases a key. */
module.exports = (RED) => {
  RED.nodes.registerType('streamdeck', function (saved) {
    RED.nodes.createNode(this, saved);
  });
  RED.httpAdmin.post('/deck/:id/:key', (request, response) => {
    const deck = RED.nodes.getNode(request.params.id);
    for (const payload of [1, 0]) deck?.send({ topic: Number(request.params.key), payload });
    response.sendStatus(deck ? 200 : 404);
  });
};
