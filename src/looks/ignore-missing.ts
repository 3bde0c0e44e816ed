/** For the `catch` of a file operation: undefined if the file does not exist. Throws all other errors. */
export function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
