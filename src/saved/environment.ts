/** The name in `${NAME}`, or in `$(NAME)` as it was once written: Node-RED puts the variable's value in its place. */
export const environmentName = (field: unknown): string | undefined =>
  typeof field === 'string' ? (/^\$\{(\S+)\}$/.exec(field) ?? /^\$\((\S+)\)$/.exec(field))?.[1] : undefined;

/** Whether a whole field is an environment variable's name. */
export const isEnvironment = (field: unknown): boolean => environmentName(field) !== undefined;
