import { type Done, fromValue, type Message, nameOf } from './reading.js';

/** Anything else with a `payload` that is a boolean, a number or a text for one. */
export const plain = ({ topic, payload }: Message): readonly Done[] => fromValue(nameOf(topic, 'payload'), payload);
