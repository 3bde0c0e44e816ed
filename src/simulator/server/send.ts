import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { SimulatorAnswer } from '../behaviour/call.js';
import type { Trouble } from './trouble.js';

/** Sends an answer with its trouble. Throws if `signal` aborts a drip. */
export async function send(
  response: ServerResponse,
  { status, type, headers: more, body }: SimulatorAnswer,
  { hangUp, drip, contentType = type }: Trouble = {},
  signal?: AbortSignal,
): Promise<void> {
  const headers = { ...more, ...(contentType !== undefined && { 'Content-Type': contentType }) };
  if (hangUp !== 'during' && drip === undefined) {
    response.writeHead(status, headers).end(body);
    return;
  }
  const bytes = Buffer.from(body);
  // One byte more than the body, so that a client notices the hang-up even if the body is empty.
  const announced = hangUp ? bytes.length + 1 : bytes.length;
  response.writeHead(status, { ...headers, 'Content-Length': announced }).flushHeaders();
  const sent = hangUp ? bytes.subarray(0, Math.ceil(bytes.length / 2)) : bytes;
  const pieces = drip === undefined ? [sent] : [...sent].map((byte) => Buffer.of(byte));
  for (const piece of pieces) {
    await write(response, piece);
    if (drip !== undefined) await pause(drip, undefined, { signal });
  }
  if (hangUp) response.destroy();
  else response.end();
}

/** Resolves when the bytes are sent or the client has disconnected. */
const write = (response: ServerResponse, bytes: Buffer): Promise<void> =>
  new Promise((resolve) => response.write(bytes, () => resolve()));
