import { useEffect } from 'react'
import { NamedIcon } from '../theme/icons.tsx'
import styles from './search-dialog.module.css'
import type { SearchEntry, SearchSection } from './search-entries.ts'

interface SearchHitsProps {
  sections: readonly SearchSection[]
  current: SearchEntry | undefined
  onOpen: (path: string) => void
}

/** What was found, by resource. */
export function SearchHits({ sections, current, onOpen }: SearchHitsProps) {
  useEffect(() => {
    if (current) document.getElementById(`hit-${current.key}`)?.scrollIntoView({ block: 'nearest' })
  }, [current])

  return (
    <div className={styles.hits} id="search-hits" role="listbox" aria-label="Results">
      {sections.map((section) => (
        <div key={section.title} role="group" aria-label={section.title}>
          <div className={styles.heading} aria-hidden>
            {section.title}
            {section.more > 0 && <span>{section.more} more</span>}
          </div>
          {section.entries.map((entry) => (
            <div
              key={entry.key}
              id={`hit-${entry.key}`}
              role="option"
              aria-selected={entry === current}
              className={styles.hit}
              onClick={() => onOpen(entry.path)}
            >
              <NamedIcon name={entry.icon} />
              {entry.title}
            </div>
          ))}
        </div>
      ))}
    </div>
  )
}
