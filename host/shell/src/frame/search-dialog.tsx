import type { SearchResult } from '@atrium/sdk/documents'
import { CloseButton, Modal, UnstyledButton } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import type { KeyboardEvent } from 'react'
import { useState, useEffect } from 'react'
import { resourcesOptions, searchOptions } from '../api/documents.ts'
import { useReturnedFocus } from '../screen/returned-focus.ts'
import { t } from '../language/t.ts'
import { useFavourites } from '../screen/favourites.ts'
import { dashboardPath, useDashboardMenu } from '../screen/own-dashboards.ts'
import { offeredActions } from '../screen/palette.ts'
import { usePanel } from '../screen/panel-context.ts'
import { recentRecords } from '../screen/recent-records.ts'
import { NamedIcon } from '../theme/icons.tsx'
import { formatCount } from '../values/person-formats.ts'
import '../theme/modal.css'
import styles from './search-dialog.module.css'
import type { SearchEntry, SearchSection } from './search-entries.ts'
import { describeMissing, searchSections, withEarlierHits } from './search-entries.ts'

/**
 * Searches the panel while the person types, and offers the actions of the open screen. Arrows choose a result, Enter opens it, Esc closes
 * the dialog.
 */
export function SearchDialog({ onClose }: { onClose: () => void }) {
  const { panel, session } = usePanel()
  const { history } = useRouter()
  useReturnedFocus(true)
  const [own] = useState(() => ({
    actions: offeredActions(),
    recent: recentRecords({ personId: session.id, panelId: panel.id }, history.location.pathname),
  }))
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState(0)
  /** The result at the moment of an Enter that waits for the hits. Empty if there was none. */
  const [entered, setEntered] = useState<string>()
  const [settled] = useDebouncedValue(text.trim(), 150)
  const { data, isFetching, error, refetch } = useQuery({
    ...searchOptions(panel.id, settled),
    structuralSharing: (before, now) => withEarlierHits(before as SearchResult | undefined, now as SearchResult),
  })
  const dashboards = useDashboardMenu().dashboards.map(({ id, name, icon }) => ({
    ...{ path: dashboardPath(panel.id, id), title: name, icon },
  }))
  const { data: resources = [] } = useQuery(resourcesOptions(panel.id))
  const favourites = useFavourites()
  const sections = searchSections(panel, text.trim(), data, { ...own, favourites, dashboards, resources })
  const entries = sections.flatMap((section) => section.entries)
  const current = entries[Math.min(chosen, entries.length - 1)]
  const missing = describeMissing(data?.incomplete ?? [])

  const open = ({ path, start }: SearchEntry) => {
    onClose()
    if (path !== undefined) history.push(path)
    start?.()
  }
  // A record that is still being searched for may be the intended one, and an action cannot be undone by going back.
  const isSettled = text.trim() === '' || (settled === text.trim() && !isFetching)
  useEffect(() => {
    if (entered === undefined || !isSettled) return
    setEntered(undefined)
    // What is meant may be missing, and what was chosen may be elsewhere now.
    const isMeant = error === null && missing === '' && (chosen === 0 || current?.key === entered)
    if (current && isMeant) open(current)
  })
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (event.key === 'Enter') {
      const isKnown = current !== undefined && !current.isHit && current.start === undefined
      if (current && (isSettled || isKnown)) open(current)
      else setEntered(current?.key ?? '')
    }
    if (step === undefined || entries.length === 0) return
    event.preventDefault()
    setEntered(undefined)
    setChosen((was) => (Math.min(was, entries.length - 1) + step + entries.length) % entries.length)
  }

  return (
    <Modal.Root
      opened
      onClose={onClose}
      padding={0}
      size={600}
      yOffset="var(--space-above)"
      className={styles.dialog}
      centered={false}
    >
      <Modal.Overlay backgroundOpacity={0.35} />
      <Modal.Content aria-label={t('Search')} radius={10}>
        <div className={styles.top}>
          <IconSearch size={18} aria-hidden className={styles.icon} />
          <input
            className={styles.input}
            value={text}
            onChange={(event) => {
              setText(event.currentTarget.value)
              setChosen(0)
              setEntered(undefined)
            }}
            onKeyDown={onKeyDown}
            placeholder={t('Search {title}…', { title: panel.title })}
            aria-label={t('Search')}
            role="combobox"
            aria-expanded
            aria-controls="search-hits"
            aria-activedescendant={current && `hit-${current.key}`}
            data-autofocus
          />
          <CloseButton className={styles.close} iconSize={18} aria-label={t('Close')} onClick={onClose} />
        </div>
        <SearchHits sections={sections} current={current} onOpen={open} />
        <div className={styles.note}>
          <span role="status">
            {noteFor({ text: text.trim(), count: entries.length, isFetching, error, missing }) ?? (
              <span className={styles.keys}>{t('↑↓ to choose · Enter to open · Esc to close')}</span>
            )}
          </span>
          {!isFetching && (error !== null || missing !== '') && (
            <UnstyledButton className={styles.again} onClick={() => void refetch()}>
              {t('Search again')}
            </UnstyledButton>
          )}
        </div>
      </Modal.Content>
    </Modal.Root>
  )
}

interface SearchState {
  text: string
  count: number
  isFetching: boolean
  error: Error | null
  /** The sources that have not answered; empty if all have. */
  missing: string
}

function noteFor({ text, count, isFetching, error, missing }: SearchState): string | undefined {
  if (error) return error.message
  if (isFetching) return t('Searching…')
  if (missing !== '') return missing
  return text !== '' && count === 0 ? t('Nothing found for “{text}”', { text }) : undefined
}

interface SearchHitsProps {
  sections: readonly SearchSection[]
  current: SearchEntry | undefined
  onOpen: (entry: SearchEntry) => void
}

/** The results, grouped by resource. */
function SearchHits({ sections, current, onOpen }: SearchHitsProps) {
  useEffect(() => {
    if (current) document.getElementById(`hit-${current.key}`)?.scrollIntoView({ block: 'nearest' })
  }, [current])

  return (
    <div className={styles.hits} id="search-hits" role="listbox" aria-label={t('Results')}>
      {sections.map((section) => (
        <div key={section.title} role="group" aria-label={section.title}>
          <div className={styles.heading} aria-hidden>
            {section.title}
            {section.more > 0 && <span>{t('{more} more', { more: formatCount(section.more) })}</span>}
          </div>
          {section.entries.map((entry) => (
            <div
              key={entry.key}
              id={`hit-${entry.key}`}
              role="option"
              aria-selected={entry === current}
              className={styles.hit}
              onClick={() => onOpen(entry)}
            >
              <NamedIcon name={entry.icon} />
              <span className={styles.name}>{entry.title}</span>
              {entry.subtitle !== undefined && <span className={styles.subtitle}>{entry.subtitle}</span>}
            </div>
          ))}
        </div>
      ))}
    </div>
  )
}
