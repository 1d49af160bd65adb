import { Menu } from '@mantine/core'
import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/Menu.layer.css'
import type { ReactNode } from 'react'
import { Beside } from './beside.tsx'
import type { Opener } from './use-opener.ts'

/** The props of a menu. */
export interface MenuFrameProps {
  opener: Opener
  /** The id of the button, by which the menu is named. */
  id: string
  position: 'bottom-start' | 'bottom-end' | 'top-start'
  /** In pixels. */
  width: number
  /** Renders the items with the parts of `Menu`, so that callers need not load it. */
  children: (menu: typeof Menu) => ReactNode
}

/** A menu beside its button. A file of its own, because it is fetched with the first menu that opens. */
export function MenuFrame({ opener, id, children, ...shape }: MenuFrameProps) {
  return (
    <Menu id={id} opened={opener.isOpen} onChange={opener.setOpen} {...shape}>
      <Menu.Target>
        <Beside element={opener.button} />
      </Menu.Target>
      <Menu.Dropdown>{children(Menu)}</Menu.Dropdown>
    </Menu>
  )
}
