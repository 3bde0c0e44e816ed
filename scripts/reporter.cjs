const { Spec } = require('mocha').reporters;

/** Prints mocha's output, and sends the counts and the failed tests to `test.mjs`. */
module.exports = class extends Spec {
  constructor(runner, options) {
    super(runner, options);
    const failed = [];
    runner.on('fail', (test, error) => failed.push(`${test.fullTitle()}\n    ${error.stack ?? error}`));
    runner.once('end', () => process.send?.({ ...this.stats, failed }));
  }
};
