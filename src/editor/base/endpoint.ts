import { TOKEN_HEADER } from '../../saved/page-token.js';
import { type Ajax, ajax } from './red.js';

/** Maximum time for the token, in ms. A press that waits longer is not sent. */
const TOKEN_MS = 2000;

let token: Promise<string> | undefined;

/** Sends a request to an endpoint of this package, with the token of this page (SECURITY.md). Rejects like `ajax`. */
export async function askEndpoint(request: Ajax): Promise<unknown> {
  try {
    return await sendWithToken(request);
  } catch (error) {
    if ((error as { readonly status?: number }).status !== 403) throw error;
    // A restarted Node-RED has another token. It refused the request before it did anything.
    token = undefined;
    return await sendWithToken(request);
  }
}

async function sendWithToken(request: Ajax): Promise<unknown> {
  token ??= fetchToken();
  return await ajax({ ...request, headers: { [TOKEN_HEADER]: await token } });
}

async function fetchToken(): Promise<string> {
  try {
    const answer = await ajax({ url: 'graphics-hub/token', method: 'GET', timeout: TOKEN_MS });
    return (answer as { readonly token: string }).token;
  } catch (error) {
    token = undefined;
    throw error;
  }
}
