/** Words in the user's language from the catalogue that all nodes share. */
export interface Words {
  /** The words of a key with facts put in; a key that the catalogue lacks comes back as it is. */
  (key: string, facts?: Readonly<Record<string, unknown>>): string;
  /** What a person calls an operation. */
  operation(name: string): string;
  /** What a person calls a parameter; one name can point at different things, e.g. `engineId` at a linear engine. */
  parameter(name: string, names?: string): string;
}
