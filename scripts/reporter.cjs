const { relative } = require('node:path');
const { Spec } = require('mocha').reporters;

/** Prints mocha's output, and sends the counts, the failed tests and the seconds of each file to `test.mjs`. */
module.exports = class extends Spec {
  constructor(runner, options) {
    super(runner, options);
    const failed = [];
    const times = [];
    let startedAt;
    runner.on('fail', (test, error) => failed.push(`${test.fullTitle()}\n    ${error.stack ?? error}`));
    runner.on('suite', ({ parent }) => {
      if (parent?.root) startedAt = performance.now();
    });
    runner.on('suite end', ({ parent, file }) => {
      if (parent?.root) times.push([relative('.test', file), (performance.now() - startedAt) / 1000]);
    });
    runner.once('end', () => process.send?.({ ...this.stats, failed, times }));
  }
};
