import type { TSchema } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import should from 'should';
import type { Operation } from '../../dist/hub/table/operation.js';
import { operations } from '../../dist/hub/table/operations.js';
import { type HostileHub, hostileHub } from '../hub/hostile.js';
import { literal, nodeNames, perform, type Stage } from './stage.js';

/** A value that a schema allows; text is the kind that hubs really have and that URLs mistreat. */
function sample(schema: TSchema): unknown {
  if ('const' in schema) return schema.const;
  if (schema.type === 'string') return 'A//b;c\\d e.f%2F/ü';
  if (schema.type === 'integer' || schema.type === 'number') return 200;
  if (schema.type === 'array') return [sample(schema.items as TSchema)];
  if (schema.anyOf) return sample((schema.anyOf as TSchema[])[0] as TSchema);
  if (schema.type === 'boolean') return true;
  const properties = (schema.properties ?? {}) as Record<string, TSchema>;
  return Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, sample(part)]));
}

const offered = operations.filter(({ area }) => nodeNames.includes(area));

/** What an operation's node is told to send: every parameter, optional ones too. */
const wanted = ({ parameters }: Operation): Record<string, unknown> =>
  Object.fromEntries(
    parameters.filter((parameter) => parameter.in !== 'aside').map(({ name, schema }) => [name, sample(schema)]),
  );

/** The request that a table's entry stands for, put together independently of the client. */
function expected({ method, path, parameters }: Operation, values: Record<string, unknown>) {
  const url = path.replace(/\{(\w+)\}/g, (_, name) =>
    name === 'linear' ? 'linear' : encodeURIComponent(String(values[name])),
  );
  const fields = parameters.filter((parameter) => parameter.in === 'body').map(({ name }) => [name, values[name]]);
  const body = fields[0]?.[0] === 'entries' ? fields[0][1] : Object.fromEntries(fields);
  return { method, url: `/api/rest/v1${url}`, body: fields.length ? body : undefined };
}

describe('every operation', () => {
  let hub: HostileHub;
  let stage: Stage;
  let reading = true;
  let answer: { status: number; type: string; text: string };

  before(async () => {
    hub = await hostileHub(({ method }, response) => {
      // What a command looks up beforehand tells nothing: then its values are sent as they are.
      if (method === 'GET' && !reading) return response.writeHead(200).end('{}');
      return response.writeHead(answer.status, answer.type ? { 'Content-Type': answer.type } : {}).end(answer.text);
    });
    const parts = offered.map((operation) => ({
      id: `do ${operation.name}`,
      type: `hub-${operation.area}`,
      operation: operation.name,
      params: Object.fromEntries(Object.entries(wanted(operation)).map(([name, value]) => [name, literal(value)])),
    }));
    stage = await perform({ baseUrl: hub.url, auth: 'none' }, parts);
    answer = { status: 200, type: 'application/json', text: '[]' };
    await stage.until(() => hub.requests.length > 0);
  });

  after(async () => {
    await stage.close();
    await hub.close();
  });

  for (const operation of offered)
    describe(operation.name, () => {
      const { name, area, answer: schema, success } = operation;
      const commands = () => hub.requests.filter(({ method }) => reading || method !== 'GET');

      before(() => {
        reading = operation.kind === 'read';
      });

      it('goes over the wire as the table says, and its answer arrives in the message', async () => {
        const body = Value.Check(schema, null) ? null : sample(schema);
        const [status = 0] = success;
        const text = body === null ? '' : JSON.stringify(body);
        answer = { status, type: text && 'application/json', text };
        const before = commands().length;
        const outs = stage.out.length;
        await stage.send(`do ${name}`, { _msgid: name, payload: 'x', topic: 'kept', other: { kept: true } });
        should(stage.caught).be.empty();

        const { method, url, body: sent } = commands()[before] ?? {};
        const values = wanted(operation);
        should({ method, url, body: sent ? JSON.parse(sent) : undefined }).eql(expected(operation, values));
        should(commands()).have.length(before + 1);

        should(stage.out).have.length(outs + 1);
        const msg = stage.out.at(-1) ?? {};
        should(msg).have.properties({ _msgid: name, topic: 'kept', other: { kept: true }, statusCode: status });
        should(msg.payload).eql(body);
        should(msg.hub).have.properties({ operation: name, area, outcome: 'done' });
        should(msg.hub.params).eql(values);
        should([msg.hub.elapsed, msg.hub.waited, msg.hub.at].every(Number.isFinite)).be.true();
        should(stage.completed.filter(({ _msgid }) => _msgid === name)).have.length(1);
      });

      const failures: [number, string, string, string][] = [
        [401, 'HUB_AUTH', 'refused', '{"error":"no"}'],
        [403, 'HUB_AUTH', 'refused', '{"error":"no"}'],
        [404, 'HUB_NOT_FOUND', 'refused', 'no'],
        [422, 'HUB_REJECTED', 'refused', '{"error":"no"}'],
        [500, 'HUB_FAULT', 'unknown', '500: Internal server error'],
      ];
      for (const [status, code, outcome, text] of failures)
        it(`tells a ${status}`, async () => {
          const type = text.startsWith('{') ? 'application/json' : 'text/plain';
          answer = { status, type, text };
          const outs = stage.out.length;
          const id = `${name} ${status}`;
          await stage.send(`do ${name}`, { _msgid: id, payload: 'x', topic: 'kept' });
          should(stage.out).have.length(outs);
          should(stage.completed.filter(({ _msgid }) => _msgid === id)).be.empty();
          const caught = stage.caught.splice(0);
          should(caught).have.length(1);
          const [msg = {}] = caught;
          should(msg).have.properties({ topic: 'kept', statusCode: status });
          should(msg.payload).eql(type === 'text/plain' ? text : JSON.parse(text));
          should(msg.hub).have.properties({ operation: name, area, code, outcome });
          should(msg.error.code).equal(code);
          should(msg.error.message)
            .containEql(String(status))
            .and.match(/\bno\b|Internal server error/);
        });
    });
});
