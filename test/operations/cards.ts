/** The cards of all operations, by name. The compiler refuses a second card of an operation. */

export * from './batch.js';
export * from './engine-function.js';
export * from './engine-property.js';
export * from './graph.js';
export * from './launcher.js';
export * from './linear-play.js';
export * from './newsroom-mos.js';
export * from './playout-item.js';
