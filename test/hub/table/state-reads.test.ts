import should from 'should';
import { allOperations, findOperation } from '../../../dist/hub/table/operations.js';
import { oppositeOf, stateReadOf } from '../../../dist/hub/table/state-reads.js';

const num = (value: unknown) => ({ type: 'num', value: String(value) });
const str = (value: string) => ({ type: 'str', value });

const SHOW = { engineId: num(101), rundownId: num(201) };
const ITEM = { ...SHOW, itemId: num(2012) };
const PROPERTY = { engineId: num(1), nodePath: str('Mixer_0'), propertyPath: str('Opacity') };

type Inputs = Readonly<Record<string, { type: string; value: string }>>;

function commandOf(name: string, params: Inputs) {
  const operation = findOperation(name);
  if (!operation) throw new Error(name);
  return { operation, params };
}

describe('the read that shows the state after a command', () => {
  const read = (name: string, params: Inputs, dialect: 1 | 2 = 2) => stateReadOf(commandOf(name, params), dialect);
  const ofItem = { operation: 'listLinearItems', params: { ...SHOW, item: num(2012) }, path: '' };

  it('is the item of its rundown', () => {
    should(read('playItem', { ...ITEM, preview: num(0) })).eql(ofItem);
    should(read('pressLinearButton', { ...ITEM, buttonKey: str('in') })).eql(ofItem);
  });

  it('of an item does not exist on revision 1, which reports none', () => {
    should(read('playItem', { ...SHOW, rundownId: num(201), itemId: num(2012), preview: num(0) }, 1)).be.undefined();
  });

  it('is the property, or its component', () => {
    const { engineId, nodePath, propertyPath } = PROPERTY;
    const params = { engineId, nodePath, propertyPath };
    should(read('setProperty', { ...PROPERTY, Value: num(1) })).eql({
      operation: 'getProperty',
      params,
      path: 'Value',
    });
    should(read('setProperty', { ...PROPERTY, Component: str('rotation.z') })?.path).equal('Value.rotation.z');
  });

  it('does not exist without all of its values, or for a thing of the same name in another area', () => {
    should(read('playItem', { engineId: num(101), itemId: num(2012), preview: num(0) })).be.undefined();
    should(read('playItem', { ...ITEM, rundownId: num('') })).be.undefined();
    should(read('pressItemButton', { rundownId: num(1), itemId: num(2), buttonKey: str('in') })).be.undefined();
    should(read('playNext', { ...SHOW, preview: num(0) })).be.undefined();
  });

  it('takes no values but those of the command', () => {
    for (const operation of allOperations) {
      const params = Object.fromEntries(operation.parameters.map(({ name }) => [name, str(name)]));
      const found = stateReadOf({ operation, params }, 2);
      for (const [name, { value }] of Object.entries(found?.params ?? {}))
        should([operation.name, name === 'item' ? 'itemId' : name]).eql([operation.name, value]);
    }
  });
});

describe('the opposite of a command', () => {
  const opposite = (name: string, params: Inputs, dialect: 1 | 2 = 2) => {
    const found = oppositeOf(commandOf(name, params), dialect);
    return found && { name: found.operation.name, params: found.params };
  };
  const { engineId, itemId } = ITEM;
  const preview = num(1);

  it('takes out the item, or all of its output on revision 1', () => {
    const play = { ...ITEM, preview };
    should(opposite('playItem', play)).eql({ name: 'takeItemOut', params: { engineId, itemId, preview } });
    should(opposite('playItem', play, 1)).eql({ name: 'takeOut', params: { engineId, preview } });
    should(opposite('playNext', { engineId, preview })).eql({ name: 'takeOut', params: { engineId, preview } });
  });

  it('stops a launch configuration', () => {
    const params = { configID: num(1) };
    should(opposite('launch', params)).eql({ name: 'stopLaunch', params });
  });

  it('sets a value off', () => {
    const value = (Value: { type: string; value: string }) =>
      opposite('setProperty', { ...PROPERTY, Value })?.params.Value;
    should(value({ type: 'bool', value: 'true' })).eql({ type: 'bool', value: 'false' });
    should(value({ type: 'json', value: '0.5' })).eql({ type: 'json', value: '0' });
    for (const Value of [num(0), num(-1), str('CAM 1'), str('5'), { type: 'bool', value: 'false' }])
      should(value(Value)).be.undefined();
  });
});
