import should from 'should';
import { recordedHashes, sourceHash } from '../pictures.js';
import { filesNamed } from './markdown.js';

const pictures = [...filesNamed('docs/*.png'), ...filesNamed('docs/*.webp')];

describe('the pictures of the documents', () => {
  it('are as new as their flows, nodes and dialogs. Otherwise: PICTURES=docs npm run test:editor -- --grep picture', () => {
    should(pictures.length).be.above(20);
    const recorded = recordedHashes();
    should(pictures.filter((picture) => recorded[picture] !== sourceHash(picture))).be.empty();
  });

  it('are all that is recorded', () => {
    should(Object.keys(recordedHashes())).eql([...pictures].sort());
  });
});
