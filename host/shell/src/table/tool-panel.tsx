import { Popover } from '@mantine/core'
import '@mantine/core/styles/Popover.layer.css'
import { cloneElement, useEffect, useId, useRef, useState } from 'react'
import type { HTMLAttributes, ReactElement, ReactNode, Ref } from 'react'
import styles from './tool-panel.module.css'

type Target = HTMLAttributes<HTMLElement> & { ref?: Ref<HTMLButtonElement> }

interface ToolPanelProps {
  /** The element that opens the panel. */
  button: ReactElement<Target>
  title: string
  /** In pixels. */
  width: number
  /** Beside the title, such as a button that resets everything. */
  aside?: ReactNode
  children: ReactNode | ((close: () => void) => ReactNode)
}

/** A panel below its button. It is open as soon as it is rendered, because it is fetched when somebody opens it. */
export function ToolPanel({ button, title, width, aside, children }: ToolPanelProps) {
  const [isOpen, setOpen] = useState(true)
  const target = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const titleId = useId()
  const change = (open: boolean) => {
    const isInside = panel.current?.contains(document.activeElement) ?? false
    setOpen(open)
    if (!open && isInside) target.current?.focus()
  }
  // Without a focus, as after a click on a button that has disappeared, no key would reach the panel.
  useEffect(() => {
    if (isOpen && document.activeElement === document.body) panel.current?.focus()
  })
  return (
    <Popover opened={isOpen} onChange={change} position="bottom-end" width={width} trapFocus withRoles={false}>
      <Popover.Target>
        {cloneElement(button, {
          ref: target,
          onClick: () => change(!isOpen),
          'aria-haspopup': 'dialog',
          'aria-expanded': isOpen,
        })}
      </Popover.Target>
      <Popover.Dropdown ref={panel} className={styles.panel} role="dialog" aria-labelledby={titleId} tabIndex={-1}>
        <div className={styles.head}>
          <h2 id={titleId} className={styles.title}>
            {title}
          </h2>
          {aside}
        </div>
        {typeof children === 'function' ? children(() => change(false)) : children}
      </Popover.Dropdown>
    </Popover>
  )
}
