/** The problem of a hub's address, for the runtime and the dialog. An address has no password, query or fragment. */
export function addressFault(text: string): 'baseUrl' | 'credentials' | 'query' | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) return 'baseUrl';
  if (url.username || url.password) return 'credentials';
  return url.search || url.hash ? 'query' : undefined;
}

/** True for a text that HTTP allows as the value of a header (RFC 9110, 5.5). Node.js sends it as Latin-1. */
export const isHeaderValue = (value: string): boolean => /^[\t\x20-\x7e\x80-\xff]*$/.test(value);

/** True for a name that HTTP allows for a header: a token (RFC 9110, 5.6.2). */
export const isHeaderName = (name: string): boolean => /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/.test(name);
