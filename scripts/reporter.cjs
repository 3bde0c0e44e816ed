const { Spec } = require('mocha').reporters;

/** Prints what mocha prints, and tells the counts, the failed and the retried tests to `test.mjs`. */
module.exports = class extends Spec {
  constructor(runner, options) {
    super(runner, options);
    const failed = [];
    const retried = [];
    const told = (test, error) => `${test.fullTitle()}\n    ${error.stack ?? error}`;
    runner.on('fail', (test, error) => failed.push(told(test, error)));
    runner.on('retry', (test, error) => retried.push(told(test, error)));
    runner.once('end', () => process.send?.({ ...this.stats, failed, retried }));
  }
};
