import { Tabs } from '@mantine/core'
import '@mantine/core/styles/Tabs.layer.css'
import type { ReactNode } from 'react'
import { t } from '../language/t.ts'
import styles from './tabs-frame.module.css'

/** One of several parts of a screen. */
export interface Tab {
  title: string
  content: ReactNode
  /** Something in it has to be corrected. */
  isWrong?: boolean
  /** It cannot be chosen yet. */
  isLocked?: boolean
}

interface TabsFrameProps {
  tabs: readonly Tab[]
  /** The position of the tab that is shown. */
  active: number
  onChange: (position: number) => void
}

/** Parts of which one is shown. The others stay in the page, so that what was typed into them is kept; they are printed, too. */
export function TabsFrame({ tabs, active, onChange }: TabsFrameProps) {
  return (
    <Tabs
      value={String(active)}
      onChange={(value) => value !== null && onChange(Number(value))}
      className={styles.tabs}
    >
      <Tabs.List>
        {tabs.map(({ title, isWrong = false, isLocked = false }, index) => (
          <Tabs.Tab key={title} value={String(index)} disabled={isLocked} data-wrong={isWrong || undefined}>
            {title}
            {isWrong && <span className={styles.wrong} role="img" aria-label={t('has a mistake')} />}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map(({ title, content }, index) => (
        <Tabs.Panel key={title} value={String(index)} className={styles.panel} data-title={title}>
          {content}
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}
