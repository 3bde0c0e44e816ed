/** The name in `${NAME}`, or in the old form `$(NAME)`. Node-RED replaces both by the value of the variable. */
export const environmentName = (field: unknown): string | undefined =>
  typeof field === 'string' ? (/^\$\{(\S+)\}$/.exec(field) ?? /^\$\((\S+)\)$/.exec(field))?.[1] : undefined;

/** True if the whole field is an environment variable. */
export const isEnvironment = (field: unknown): boolean => environmentName(field) !== undefined;
