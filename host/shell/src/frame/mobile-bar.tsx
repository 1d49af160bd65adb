import { ActionIcon } from '@mantine/core'
import { IconMenu2 } from '@tabler/icons-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { SearchButton } from './search-button.tsx'
import styles from './mobile-bar.module.css'
import { usePanel, usePathname } from '../screen/panel-context.ts'

const MobileDrawer = lazy(() => import('./mobile-drawer.tsx').then((module) => ({ default: module.MobileDrawer })))

/** On narrow screens: the bar that opens the navigation as a drawer. */
export function MobileBar() {
  const { panel, isSearchable } = usePanel()
  const pathname = usePathname()
  const [open, setOpen] = useState(false)
  useEffect(() => setOpen(false), [pathname])

  return (
    <nav className={styles.bar} aria-label="Panel">
      <ActionIcon variant="subtle" color="gray" size="lg" aria-label="Navigation" onClick={() => setOpen(true)}>
        <IconMenu2 size={20} aria-hidden />
      </ActionIcon>
      <span className={styles.title}>{panel.title}</span>
      {isSearchable && <SearchButton compact />}
      {open && (
        <Suspense>
          <MobileDrawer onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </nav>
  )
}
