/** Texts in the user's language, from the catalogue of all nodes. */
export interface Words {
  /** The text of a key, with values. If the catalogue does not have the key, the key itself. */
  (key: string, facts?: Readonly<Record<string, unknown>>): string;
  /** The label of an operation. */
  operation(name: string): string;
  /** The label of a parameter. One name can point at different things. Example: `engineId` at a linear engine. */
  parameter(name: string, names?: string): string;
}
