import fc from 'fast-check';
import should from 'should';
import { buildPath, isSegment, matchPath } from '../../../dist/hub/table/paths.js';

const template = '/engines/{engineId}/nodes/{nodePath}/properties/{propertyPath}';
const legal = fc.string({ unit: 'binary' }).filter(isSegment);

describe('paths', () => {
  it('send any legal value to the hub unchanged', () => {
    fc.assert(
      fc.property(legal, legal, legal, (engineId, nodePath, propertyPath) => {
        const values = { engineId, nodePath, propertyPath };
        const { pathname } = new URL(buildPath(template, values), 'http://hub');
        should(matchPath(template, pathname)).eql(values);
      }),
    );
  });

  it('send the values that hubs really have', () => {
    for (const value of [
      'Channels//ProgramChannel/0',
      '2016ENPS9VM001;P_ENPSNEWS\\W;38387985',
      '%2F',
      '..a',
      ' ',
      '{x}',
    ])
      should(matchPath('/x/{value}', buildPath('/x/{value}', { value }))).eql({ value });
  });

  for (const value of ['', '.', '..', '\ud800', 'a\udfff'])
    it(`refuse ${JSON.stringify(value)}, which would arrive as something else`, () => {
      should(() => buildPath('/x/{value}', { value })).throw(RangeError, { message: 'value' });
    });

  it('refuse a value that is missing', () => {
    should(() => buildPath('/x/{value}', {})).throw(RangeError);
  });

  it('match case-sensitively, whole paths only, and no broken encoding', () => {
    should(matchPath('/Nodes/{x}', '/nodes/1')).be.undefined();
    should(matchPath('/nodes/{x}', '/nodes/1/2')).be.undefined();
    should(matchPath('/nodes/{x}', '/nodes/')).be.undefined();
    should(matchPath('/nodes/{x}', '/nodes/%zz')).be.undefined();
    should(matchPath('/nodes/{x}', '/nodes/%2E%2E')).be.undefined();
  });
});

describe('a path of a hub', () => {
  it('may have a slash at its end, but no other empty part', () => {
    should(matchPath('/nodes/{x}', '/nodes/1/')).eql({ x: '1' });
    should(matchPath('/nodes/{x}', '/nodes/1//')).be.undefined();
    should(matchPath('/nodes', '/nodes/')).eql({});
    should(matchPath('/nodes/{x}/items', '/nodes//items')).be.undefined();
  });

  it('is the same each time, with other values', () => {
    should(buildPath('/a/{x}/b/{y}', { x: '1', y: 'c d' })).equal('/a/1/b/c%20d');
    should(buildPath('/a/{x}/b/{y}', { x: '2', y: '/' })).equal('/a/2/b/%2F');
    should(buildPath('/a', {})).equal('/a');
  });
});
