import { setTimeout as pause } from 'node:timers/promises';
import should from 'should';
import { WatchContact } from '../../../dist/nodes/input/contacts.js';
import { SteppedHub } from '../../hub/stepped-hub.js';

/** Longer than a first message may take to reach a lamp. */
const DELIVERED_MS = 500;

describe('the contact of a watch', () => {
  it('has recovered after a message of this contact was sent, not after one of the lost contact', async () => {
    const { hub } = new SteppedHub();
    const contact = new WatchContact('watch', hub);
    try {
      contact.answered();
      const lost = contact.id;
      contact.failed();
      contact.delivered(lost);
      contact.answered();
      contact.delivered(lost);
      await pause(DELIVERED_MS);
      should(contact.isFailing).be.true();
      contact.delivered(contact.id);
      await pause(DELIVERED_MS);
      should(contact.isFailing).be.false();
    } finally {
      contact.close();
      hub.close();
    }
  });
});
