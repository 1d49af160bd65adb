import { useEffect } from 'react'

/** A record that was open. */
export interface RecentRecord {
  readonly path: string
  readonly title: string
  /** The subtitle that distinguishes it from others with its title. */
  readonly subtitle: string
  readonly personId: string
  readonly panelId: string
}

const KEPT = 20
const SHOWN = 5
let recent: readonly RecentRecord[] = []

/** Remembers in this tab, until a reload, that somebody opened a record. */
export function useRecent({ path, title, subtitle, personId, panelId }: RecentRecord): void {
  useEffect(() => {
    if (title === '') return
    const others = recent.filter((each) => each.path !== path || each.personId !== personId)
    recent = [{ path, title, subtitle, personId, panelId }, ...others].slice(0, KEPT)
  }, [path, title, subtitle, personId, panelId])
}

/** The records of a panel that a person opened last, except the one on screen. */
export const recentRecords = (of: Pick<RecentRecord, 'personId' | 'panelId'>, present: string) =>
  recent
    .filter(({ personId, panelId, path }) => personId === of.personId && panelId === of.panelId && path !== present)
    .slice(0, SHOWN)
