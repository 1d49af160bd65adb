import { Popover } from '@mantine/core'
import '@mantine/core/styles/Popover.layer.css'
import type { RefObject } from 'react'
import { Beside } from '../theme/beside.tsx'
import values from '../values/value-kinds.module.css'

interface RestOfTagsProps {
  /** The button beside which they are shown. */
  button: RefObject<HTMLButtonElement | null>
  texts: readonly string[]
  onClose: () => void
}

/** The tags for which a cell has no room. A file of its own, because it is fetched when they are first asked for. */
export function RestOfTags({ button, texts, onClose }: RestOfTagsProps) {
  return (
    <Popover opened onClose={onClose} position="top" width="max-content" withRoles={false} transitionProps={NONE}>
      <Popover.Target>
        <Beside element={button} />
      </Popover.Target>
      {/* The button names them. */}
      <Popover.Dropdown p={8} maw={280} aria-hidden>
        <ul className={values.tags}>
          {texts.map((text, index) => (
            <li key={index} className={values.tag}>
              {text}
            </li>
          ))}
        </ul>
      </Popover.Dropdown>
    </Popover>
  )
}

const NONE = { duration: 0 }
