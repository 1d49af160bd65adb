import { Popover } from '@mantine/core'
import '@mantine/core/styles/Popover.layer.css'
import { useEffect, useId, useRef } from 'react'
import type { ReactNode } from 'react'
import { Beside } from '../theme/beside.tsx'
import { closePanel } from '../theme/close-panel.ts'
import type { Opener } from '../theme/use-opener.ts'
import styles from './tool-panel.module.css'

interface ToolPanelProps {
  opener: Opener
  title: string
  /** In pixels. */
  width: number
  /** Beside the title, such as a button that resets everything. */
  aside?: ReactNode
  children: ReactNode | ((close: () => void) => ReactNode)
}

/** A panel below its button. */
export function ToolPanel({ opener, title, width, aside, children }: ToolPanelProps) {
  const { button, isOpen, setOpen } = opener
  const panel = useRef<HTMLDivElement>(null)
  const titleId = useId()
  const close = () => closePanel(() => setOpen(false), { panel, button })
  // Without a focus, as after a click on a button that has disappeared, no key would reach the panel.
  useEffect(() => {
    if (isOpen && document.activeElement === document.body) panel.current?.focus()
  })
  return (
    <Popover
      opened={isOpen}
      onChange={(open) => (open ? setOpen(true) : close())}
      position="bottom-end"
      width={width}
      trapFocus
      withRoles={false}
    >
      <Popover.Target>
        <Beside element={button} />
      </Popover.Target>
      <Popover.Dropdown ref={panel} className={styles.panel} role="dialog" aria-labelledby={titleId} tabIndex={-1}>
        <div className={styles.head}>
          <h2 id={titleId} className={styles.title}>
            {title}
          </h2>
          {aside}
        </div>
        {typeof children === 'function' ? children(close) : children}
      </Popover.Dropdown>
    </Popover>
  )
}
