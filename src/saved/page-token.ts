/** The header with the token of the editor's page, in requests to the endpoints (SECURITY.md). */
export const TOKEN_HEADER = 'X-Graphics-Hub-Token';
