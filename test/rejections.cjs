/** An unhandled rejection ends Node-RED, so it must fail the test in which it happens. Mocha alone ignores it. */
process.on('unhandledRejection', (reason) => {
  throw reason;
});
