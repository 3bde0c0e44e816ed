/** A rejection that nobody hears ends Node-RED, so it fails the test in which it happens; mocha alone lets it pass. */
process.on('unhandledRejection', (reason) => {
  throw reason;
});
