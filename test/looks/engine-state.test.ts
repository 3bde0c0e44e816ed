import should from 'should';
import { enginesIn } from '../../dist/looks/engine-state.js';

/** The only engine of a list with these fields (docs/develop/interface.md "Resources"). */
const engine = (host: object) => enginesIn([{ id: 1, name: 'host-1', displayName: 'Arena', status: 'ready', ...host }]);

const instance = (status: string, more: object = {}) => ({ id: 10, status, pid: '100', engineType: 'RE', ...more });

describe('an engine in the list of a hub', () => {
  for (const [status, presence] of [
    ['Loaded', 'ready'],
    ['Caching', 'launching'],
    ['Loading', 'launching'],
    ['Checking', 'launching'],
    ['Cooking', 'launching'],
    ['Idle', 'away'],
    ['Error', 'away'],
  ] as const)
    it(`is ${presence} while its instance is ${status}`, () => {
      should(engine({ instances: [instance(status)] })).match([{ name: 'Arena', id: 1, presence }]);
    });

  it('is ready if one of its instances is loaded', () => {
    should(engine({ instances: [instance('Cooking'), instance('Loaded')] })).match([{ presence: 'ready' }]);
    should(engine({ instances: [instance('Idle'), instance('Checking')] })).match([{ presence: 'launching' }]);
  });

  it('is ready on a hub without instances, and away while its host is not connected', () => {
    should(engine({})).match([{ presence: 'ready' }]);
    should(engine({ instances: [] })).match([{ presence: 'ready' }]);
    for (const status of ['disconnected', 'reconnecting'])
      should(engine({ status, instances: [instance('Loaded')] })).match([{ presence: 'away' }]);
  });

  it('without an id that a request can have is left out, and its neighbours keep their own fields', () => {
    const rows = [null, [], { id: Number.NaN, name: 'A' }, { id: '', name: 'B' }, { id: 3, name: 'C', rgraphId: 7 }];
    should(enginesIn(rows)).match([{ name: 'C', id: 3, presence: 'ready' }]);
    should(enginesIn(rows)).have.length(1);
    should(enginesIn(rows)[0]?.project).equal(enginesIn([{ id: 3, name: 'C', rgraphId: 7 }])[0]?.project);
    should(enginesIn('no list')).eql([]);
  });

  it('ignores instances without fields', () => {
    should(engine({ instances: [null, 'Loaded'] })).match([{ presence: 'ready' }]);
    should(engine({ instances: [null, instance('Idle')] })).match([{ presence: 'away' }]);
  });

  it('shows no run without a process that is loaded on a connected host', () => {
    should(engine({})[0]).not.have.property('run');
    should(engine({ status: 'disconnected', instances: [instance('Loaded')] })[0]).not.have.property('run');
    should(engine({ instances: [instance('Idle')] })[0]).have.property('run');
  });

  it('has another run with another process or instance, and none if the hub does not show it', () => {
    const runOf = (more: object) => engine({ instances: [instance('Loaded', more)] })[0]?.run;
    should(runOf({})).be.a.String();
    should(runOf({})).equal(runOf({ projectId: 7 }));
    should(runOf({ pid: '101' })).not.equal(runOf({}));
    should(runOf({ id: 11 })).not.equal(runOf({}));
    for (const pid of [null, undefined]) should(runOf({ pid })).be.undefined();
  });

  it('has another project with another project, map, graph or state', () => {
    const projectOf = (host: object, loaded: object = {}) =>
      engine({
        rgraphId: 4,
        ustateId: 5,
        ...host,
        instances: [instance('Loaded', { projectId: 1, projectMapId: 2, ...loaded })],
      })[0]?.project;
    const projects = [
      projectOf({}),
      projectOf({}, { projectId: 9 }),
      projectOf({}, { projectMapId: 9 }),
      projectOf({ rgraphId: 9 }),
      projectOf({ ustateId: 9 }),
    ];
    should(new Set(projects).size).equal(5);
    should(projectOf({}, { pid: '101' })).equal(projects[0]);
  });
});
