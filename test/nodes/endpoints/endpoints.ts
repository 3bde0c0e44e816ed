import helper from 'node-red-node-test-helper';

/** The editor's draft of a configuration that has only an address. */
export const draft = (baseUrl: string, more: object = {}) => ({ id: 'draft', baseUrl, auth: 'none', ...more });

export interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: an answer is judged by what the test expects of it
  readonly body: any;
}

/** Posts to an endpoint of the running test runtime. */
export const post = async (path: string, body: object): Promise<Answer> => {
  const { status, body: answer } = await helper.request().post(`/graphics-hub/${path}`).send(body);
  return { status, body: answer };
};

/** A parameter of a dialog. */
export const typed = (type: string, value: unknown) => ({ type, value });
