import { isSameName } from '../../base/names.js';
import { isEnvironment } from '../../saved/environment.js';
import { fieldValue, valuesOf } from '../../saved/field.js';
import {
  type Device,
  isOnPage,
  type PageValues,
  type SavedSurface,
  SURFACE,
  type SurfaceValues,
} from '../../saved/surface.js';
import { changeNodes } from './change-nodes.js';
import type { ControlNode } from './node-types.js';
import { allNodes, canEditFlows, type EditorNode, red } from './red.js';
import { surfaceName, words } from './words.js';

/** The configuration of a surface as the editor holds it. */
export interface SurfaceConfig extends EditorNode, SavedSurface {
  name: string;
}

export const SURFACE_TYPE = 'hub-surface';

/** All surfaces in the editor, deployed or not. */
export function allSurfaces(): readonly SurfaceConfig[] {
  const surfaces: SurfaceConfig[] = [];
  red.nodes.eachConfig((config) => {
    if (config.type === SURFACE_TYPE) surfaces.push(config as SurfaceConfig);
  });
  return surfaces;
}

/** The configuration of a surface by its id. Undefined if the editor does not have it. */
export function surfaceConfigOf(id: unknown): SurfaceConfig | undefined {
  const config = red.nodes.node(String(id ?? ''));
  return config?.type === SURFACE_TYPE ? (config as SurfaceConfig) : undefined;
}

export const surfaceValues = (surface: SurfaceConfig | undefined): SurfaceValues =>
  valuesOf(SURFACE.fields, surface ?? {});

export const deviceOf = (surface: SurfaceConfig | undefined): Device =>
  fieldValue(SURFACE.fields.device, surface?.device);

export const pagesOf = (surface: SurfaceConfig | undefined): readonly PageValues[] =>
  fieldValue(SURFACE.fields.pages, surface?.pages);

/** The usual name, with a number if another one has it: the second `Stream Deck` is `Stream Deck 2`. */
export function freeName(usual: string, taken: readonly string[]): string {
  let name = usual;
  for (let number = 2; taken.some((each) => isSameName(each, name)); number += 1) name = `${usual} ${number}`;
  return name;
}

/** The name of a surface. Without one, it has that of its device and its unit, which no other surface has. */
export function surfaceLabel(surface: SurfaceConfig): string {
  if (surface.name) return surface.name;
  const all = allSurfaces();
  const taken = all.map(({ name }) => name).filter(Boolean);
  for (const each of all.filter(({ name }) => !name)) {
    if (each.id === surface.id) break;
    taken.push(freeName(usualLabel(each), taken));
  }
  return freeName(usualLabel(surface), taken);
}

function usualLabel(surface: SurfaceConfig): string {
  const { device, unit } = surfaceValues(surface);
  return [surfaceName(device), unit].filter(Boolean).join(' ');
}

/** A control with the type of its surface, which it does not save. Without a surface, it has none. */
export function withDevice<Control extends Pick<ControlNode, 'surface'>>(control: Control): Control {
  const surface = surfaceConfigOf(control.surface);
  // What an environment variable names is not judged.
  const named = isEnvironment(control.surface) ? String(control.surface) : undefined;
  return { ...control, device: surface ? deviceOf(surface) : named };
}

/** The controls of all flows, also those without a surface. */
export const allControls = (): readonly ControlNode[] =>
  allNodes().filter((node): node is ControlNode => node.type === 'hub-control');

/** The controls of a surface, in the order of the editor. */
export const controlsOn = (surface: string): readonly ControlNode[] =>
  allControls().filter((control) => control.surface === surface);

/** True if two controls are shown at once. A control without a page is on every one. */
export const sharesPage = ({ page: one = '' }: Pick<ControlNode, 'page'>, other: Pick<ControlNode, 'page'>): boolean =>
  !other.page || isOnPage(one, other.page);

/** Sets the surface of a control that is added to the canvas, if only one is possible. */
export function chooseOnlySurface(node: ControlNode): void {
  if (node.surface) return;
  const [only, ...others] = allSurfaces().filter(({ z, d }) => !d && (!z || z === node.z));
  if (!only || others.length > 0) return;
  node.surface = only.id;
  // For an imported node, Node-RED has already counted the users.
  if (red.nodes.node(node.id)) red.nodes.updateConfigNodeUsers(node, { action: 'add' });
}

/** True if the user may add a page to a surface. A configuration without a tab is never locked. */
export const canAddPage = (surface: SurfaceConfig | undefined): surface is SurfaceConfig =>
  surface !== undefined && canEditFlows() && !(surface.z && red.workspaces.isLocked(surface.z));

/** A new page whose name none of these pages has. */
export function newPage(pages: readonly PageValues[]): PageValues {
  const names = [...pages, ''].map((_, index) => words('surface.firstPage', { number: pages.length + 1 + index }));
  const name = names.find((each) => !pages.some((page) => isSameName(page.name, each))) ?? '';
  return { id: red.nodes.id(), name };
}

/** Adds a page to a surface, as one undo step. */
export function addPage(surface: SurfaceConfig): void {
  const pages = pagesOf(surface);
  changeNodes([{ node: surface, fields: () => ({ pages: [...pages, newPage(pages)] }) }]);
}
