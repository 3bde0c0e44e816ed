import should from 'should';
import { byName, sortFields } from '../../dist/base/values.js';
import { lineAt, readJson } from '../../dist/stored/read-json.js';
import { StoredError } from '../../dist/stored/stored-error.js';
import { indented } from '../../dist/stored/stored-text.js';

const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);

/** The problem of a text, with its facts. */
function problemOf(text: string): object {
  try {
    return { json: readJson(text).json };
  } catch (error) {
    if (error instanceof StoredError) return { problem: error.problem, ...error.facts };
    throw error;
  }
}

describe('a JSON text', () => {
  for (const text of [
    '1',
    ' \t\r\n-1.5e3\n',
    'true',
    'null',
    '""',
    String.raw`"a\"\\\u00e4\n"`,
    '[]',
    '{}',
    '[1,[2,{"a":[]}],"x"]',
    '{"a":{"b":1},"c":null}',
    ' { "a" : [ 1 , 2 ] } ',
    '{"__proto__":{"x":1},"constructor":2}',
    '{"":0}',
    nested(200),
  ])
    it(`has the value that JSON.parse reads: ${text.slice(0, 40)}`, () => {
      const { json } = readJson(text);
      should(json).eql(JSON.parse(text));
      should(JSON.stringify(json)).equal(JSON.stringify(JSON.parse(text)));
    });

  it('may begin with a byte order mark', () => {
    should(readJson('\uFEFF[1]').json).eql([1]);
  });

  it('is frozen with all its parts', () => {
    const { json } = readJson('{"a":[{"b":1}]}') as { json: { a: [object] } };
    should([json, json.a, json.a[0]].map(Object.isFrozen)).eql([true, true, true]);
  });

  it('has the line of each object and list', () => {
    const file = readJson('\n{\n "a": [\n  {"b": 1},\n  {"c~/": {\n   "d": 2}}\n ],\n "e": "x"\n}');
    should(
      ['', '/a', '/a/0', '/a/0/b', '/a/1', '/a/1/c~0~1', '/a/1/c~0~1/d', '/e', '/none', '/e/length/x'].map((place) =>
        lineAt(file, place),
      ),
    ).eql([2, 3, 4, 4, 5, 5, 5, 2, 2, 2]);
    should(lineAt(readJson('1'), '/a')).equal(1);
  });

  const cases: [string, object][] = [
    ['', { problem: 'endsEarly', line: 1 }],
    [' \n ', { problem: 'endsEarly', line: 2 }],
    ['{"a":1', { problem: 'endsEarly', line: 1 }],
    ['{"a"', { problem: 'endsEarly', line: 1 }],
    ['[1,\n', { problem: 'endsEarly', line: 2 }],
    ['"open', { problem: 'endsEarly', line: 1 }],
    ['"open\\"', { problem: 'endsEarly', line: 1 }],
    ['["open\n"]', { problem: 'notJson', line: 1, found: '"open' }],
    ['[1\n2]', { problem: 'notJson', line: 2, found: '2]' }],
    ['[1,]', { problem: 'notJson', line: 1, found: ']' }],
    ['[,1]', { problem: 'notJson', line: 1, found: ',1]' }],
    ['{a:1}', { problem: 'notJson', line: 1, found: 'a:1}' }],
    ['{"a" 1}', { problem: 'notJson', line: 1, found: '1}' }],
    ['{"a":1]', { problem: 'notJson', line: 1, found: ']' }],
    ['[1}', { problem: 'notJson', line: 1, found: '}' }],
    ['{"a":1}\n{', { problem: 'notJson', line: 2, found: '{' }],
    ['[01]', { problem: 'notJson', line: 1, found: '01]' }],
    ['[1e999]', { problem: 'notJson', line: 1, found: '1e999]' }],
    ['[-1e999]', { problem: 'notJson', line: 1, found: '-1e999]' }],
    ['[undefined]', { problem: 'notJson', line: 1, found: 'undefined]' }],
    ['["\\x"]', { problem: 'notJson', line: 1, found: '"\\x"]' }],
    [`[${'x'.repeat(50)}]`, { problem: 'notJson', line: 1, found: 'x'.repeat(40) }],
    ['[x  \n1]', { problem: 'notJson', line: 1, found: 'x' }],
    ['{"a":1,\n"a":2}', { problem: 'sameName', line: 2, name: 'a' }],
    [`\n${nested(201)}`, { problem: 'tooDeep', line: 2, levels: 200 }],
  ];
  for (const [text, problem] of cases)
    it(`is refused with the line: ${JSON.stringify(text.slice(0, 30))}`, () => {
      should(problemOf(text)).eql(problem);
    });
});

describe('an error of a stored file', () => {
  it('has its facts and its path, for scripts as one line', () => {
    const error = new StoredError('sameName', { line: 2, name: 'a' }).at('/x.json');
    should(error).match({ problem: 'sameName', facts: { line: 2, name: 'a', path: '/x.json' }, name: 'StoredError' });
    should(error.message).equal('sameName line=2 name=a path=/x.json');
  });
});

describe('a sorted text', () => {
  it('has the fields of all objects in order, and lists as they are', () => {
    should(JSON.stringify(sortFields({ b: [{ d: 1, c: 2 }, 3], a: null, Z: 'x', ä: 1 }))).equal(
      '{"Z":"x","a":null,"b":[{"c":2,"d":1},3],"ä":1}',
    );
    should([['b', 1] as const, ['a', 2] as const].sort(byName)).eql([
      ['a', 2],
      ['b', 1],
    ]);
  });

  it('has one part in each line, and nothing without parts', () => {
    should(`{${indented(['"a": 1', '"b": 2'], 2)}}`).equal('{\n  "a": 1,\n  "b": 2\n }');
    should(indented([], 2)).equal('');
  });
});
