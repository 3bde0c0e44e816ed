import type { EditorNode } from './red.js';

/** A parameter as it is saved: a typed input, and what a picker showed for it. */
export interface SavedParam {
  readonly type: string;
  readonly value: string;
  readonly label?: string;
}

/** What the dialog of every area node saves (docs/architecture.md "Nodes"). */
export interface OperationNode extends EditorNode {
  name: string;
  hub: string;
  operation: string;
  params: Record<string, SavedParam>;
  timeout: string;
  delivery: string;
  expiry: string;
  /** Only what has triggers. */
  actOn?: string;
  /** Only the launcher. */
  guarded?: boolean;
  /** Only the batch. */
  output?: string;
  /** Only the batch. */
  failed?: string;
  /** Only the watch. */
  interval?: string;
  /** Only the watch. */
  path?: string;
}

/** What the dialog of the configuration saves; secrets stand apart, in the credentials. */
export interface HubConfig extends EditorNode {
  name: string;
  baseUrl: string;
  dialect: string;
  linearSegment: string;
  auth: string;
  keyHeader: string;
  /** Names only, each in its slot: the value is the credential of the same number. A free slot is ''. */
  headers: string[];
  /** Id of one of Node-RED's own `tls-config` nodes. */
  tls: string;
  /** Seconds. */
  timeout: string;
  /** As far as the editor knows them: those that were typed in since the last deploy. */
  credentials?: Readonly<Record<string, unknown>>;
}

const ENVIRONMENT = /^\$\{[^}]+\}$/;

/** Whether a whole field is `${NAME}`: Node-RED puts the environment variable's value in its place. */
export const isEnvironment = (value: unknown): boolean => ENVIRONMENT.test(String(value ?? ''));

/** A saved parameter whose fields are text, whoever wrote the flow; undefined if there is none. */
export function paramOf(params: OperationNode['params'] | undefined, name: string): SavedParam | undefined {
  const saved: Partial<SavedParam> | undefined = params?.[name];
  return saved && { ...saved, type: String(saved.type ?? 'str'), value: String(saved.value ?? '') };
}
