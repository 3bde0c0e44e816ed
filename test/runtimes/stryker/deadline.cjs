/** Stryker switches the timeout of mocha off, so a test that waits for a lost answer would take half a minute. */
exports.mochaHooks = {
  beforeEach() {
    this.currentTest.timeout(15_000);
  },
};
