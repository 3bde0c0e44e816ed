import type { Simulator } from '../dist/simulator/index.js';

/** True for the body of joined reads. Their ids are counted from 0, unlike those in the tests of a batch. */
export const isJoinedReads = (body: unknown): boolean =>
  Array.isArray(body) && body.every(({ id, verb }, index) => id === index && verb === 'GET');

/** True for an entry of the hub's journal that is not a read. */
export const isCommand = ({ method, body }: Simulator['journal'][number]): boolean =>
  method !== 'GET' && !isJoinedReads(body);
