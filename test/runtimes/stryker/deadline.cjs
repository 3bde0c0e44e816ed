const { configureGlobal } = require('fast-check');

// A random test that fails has noticed the fault. The search for a smaller example would take minutes.
configureGlobal({ endOnFailure: true });

/** Stryker switches the timeout of mocha off, so a test that waits for a lost answer would take half a minute. */
exports.mochaHooks = {
  beforeEach() {
    this.currentTest.timeout(15_000);
  },
};
