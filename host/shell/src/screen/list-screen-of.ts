import type { PanelDocument, PanelScreen } from '@atrium/sdk/documents'

/** The list that a record's screen belongs to, by the name it has in the navigation; null on the list itself. */
export function listScreenOf(panel: PanelDocument, screen: PanelScreen): { title: string; path: string } | null {
  if (screen.kind === 'list' || screen.resource_id === undefined) return null
  const list = panel.screens.find((each) => each.kind === 'list' && each.resource_id === screen.resource_id)
  if (!list) return null
  const item = panel.navigation.flatMap((group) => group.items).find((each) => each.path === list.path)
  return { title: item?.title ?? 'List', path: list.path }
}
