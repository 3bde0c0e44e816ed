import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import should from 'should';
import { examples } from '../examples.js';
import { filesIn, nodes, pkg, read, root } from './package.js';

/** Rules of the Flow Library for a package, including some that Node-RED does not check. */
describe('the rules of the Flow Library', () => {
  it('name, licence, addresses and keyword', () => {
    should(pkg.name).match(/^@[\w-]+\/[\w-]+$/);
    should(pkg.license).equal('MIT');
    should(existsSync(join(root, 'LICENSE'))).be.true();
    should(pkg).have.properties('repository', 'bugs', 'homepage');
    should(pkg.keywords).containEql('node-red');
  });

  it('versions: Node-RED 4 and 5, Node.js from 20.18.1 on, which undici needs', () => {
    should(pkg['node-red'].version).equal('>=4.0.0');
    should(pkg.engines.node).equal('>=20.18.1');
  });

  it('at most six dependencies', () => {
    should(Object.keys(pkg.dependencies).length).be.within(1, 6);
  });

  it('the shared configuration is loaded first', () => {
    should(nodes[0]?.name).equal('hub-config');
  });

  for (const { name, html, type, icon } of nodes)
    describe(name, () => {
      it('registers one literal type with an inline object', () => {
        should(html.match(/registerType\(/g)).have.length(1);
        should(type).match(/^hub-/);
        should(html).containEql(`data-template-name="${type}"`);
      });

      it('lists its saved fields with literal values', () => {
        const [, fields = ''] = html.match(/\n {6}defaults: \{\n([\s\S]*?)\n {6}\},\n/) ?? [];
        const each = fields.split(/\n(?= {8}\w)/);
        should(each).matchEach(/^ {8}\w+: \{\s+value: ('[^']*'|\d+|true|false|\{\}|\[[^\]]*\])[ ,]/);
        should(fields).match(/^ {8}version: \{ value: \d+,/m);
        should(html).not.containEql('{{');
      });

      it('names an icon of its own that the package has', () => {
        should(icon).match(/^hub-[\w-]+\.svg$/);
        should(existsSync(join(root, 'lib/nodes/icons', icon ?? ''))).be.true();
      });
    });

  it('no type and no icon twice', () => {
    for (const all of [nodes.map(({ type }) => type), nodes.map(({ icon }) => icon)])
      should(new Set(all).size).equal(all.length);
  });

  for (const file of filesIn('icons'))
    it(`${basename(file)} is white on transparent, 2:3`, () => {
      const svg = read(file);
      const [, width, height] = svg.match(/<svg[^>]*viewBox="0 0 ([\d.]+) ([\d.]+)"/) ?? [];
      should(Number(height) / Number(width)).equal(1.5);
      should(Number(width)).be.aboveOrEqual(40);
      const colours = [...svg.matchAll(/(?:fill|stroke|color)(?:="|:\s*)([^";]+)/g)].map(([, colour]) => colour);
      should(colours.filter((colour) => colour !== 'none')).matchEach(/^(#fff(fff)?|white)$/i);
      should(colours).not.be.empty();
    });

  for (const { name, flow } of examples)
    it(`${name} has a help text`, () => {
      should(flow.map(({ type }) => type)).containEql('comment');
    });
});
