import should from 'should';
import { type Simulator, startSimulator } from '../../dist/simulator/index.js';
import { property } from './event-stage.js';
import { fromMessage, type Message, type NodeOf, perform, type Stage } from './stage.js';

/** The key of the simulated hub. */
export const KEY = 'rh_very_secret_key';

/** Sets the property to the payload. */
export const fader: NodeOf = {
  id: 'fader',
  type: 'hub-engine-property',
  operation: 'setProperty',
  params: { ...property, Value: fromMessage('payload') },
};

/** A simulated hub with a key, and the flow of a test. */
export class PropertyStage {
  hub!: Simulator;
  #stage: Stage | undefined;

  /** Sets up a suite, and cleans up after each test and at the end. */
  static forSuite(): PropertyStage {
    const studio = new PropertyStage();
    before(async () => {
      studio.hub = await startSimulator({ apiKey: KEY });
    });
    after(() => studio.hub.close());
    afterEach(async () => {
      await studio.#stage?.close();
      studio.#stage = undefined;
      studio.hub.reset();
    });
    return studio;
  }

  /** Runs a flow with any hub. */
  async perform(...flow: Parameters<typeof perform>): Promise<Stage> {
    this.#stage = await perform(...flow);
    return this.#stage;
  }

  /** Runs a flow with the simulated hub. */
  open(...parts: NodeOf[]): Promise<Stage> {
    return this.perform({ baseUrl: this.hub.url }, parts, { apiKey: KEY });
  }

  commands = () => this.hub.journal.filter(({ method }) => method !== 'GET');

  /** Sends a message that must give one error and no command. */
  async caughtBy(show: Stage, id: string, msg: Message): Promise<Message> {
    const sent = this.commands().length;
    await show.send(id, msg);
    should(show.out).be.empty();
    should(show.completed).be.empty();
    should(show.caught).have.length(1);
    should(this.commands()).have.length(sent);
    return show.caught[0] as Message;
  }
}
