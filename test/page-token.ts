const HEADER = 'X-Graphics-Hub-Token';

/** The header of the editor's page in requests to the endpoints, by the answer that has the token. */
export const tokenHeader = ({ token }: { readonly token?: string }): Record<string, string> => ({
  [HEADER]: String(token),
});

/** The same for the Node-RED with this address. `headers` are those of a user. */
export async function pageToken(url: string, headers: Readonly<Record<string, string>> = {}) {
  const answer = await fetch(new URL('/graphics-hub/token', url), { headers });
  return tokenHeader((await answer.json()) as { readonly token?: string });
}
