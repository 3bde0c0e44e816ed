const { Spec } = require('mocha').reporters;

/** Prints what mocha prints, and tells the counts to `test.mjs`. */
module.exports = class extends Spec {
  constructor(runner, options) {
    super(runner, options);
    runner.once('end', () => process.send?.(this.stats));
  }
};
