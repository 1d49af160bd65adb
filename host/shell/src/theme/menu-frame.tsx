import { Menu } from '@mantine/core'
import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/Menu.layer.css'
import type { HTMLAttributes, ReactElement, ReactNode } from 'react'

/** The props of a menu. */
export interface MenuFrameProps {
  /** The element that opens the menu. */
  button: ReactElement<HTMLAttributes<HTMLElement>>
  position: 'bottom-start' | 'bottom-end' | 'top-start'
  /** In pixels. */
  width: number
  /** Renders the items with the parts of `Menu`, so that callers need not load it. */
  children: (menu: typeof Menu) => ReactNode
}

/** A menu that is open as soon as it is rendered. A file of its own, because it is fetched with the first menu that opens. */
export function MenuFrame({ button, children, ...shape }: MenuFrameProps) {
  return (
    <Menu defaultOpened {...shape}>
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown>{children(Menu)}</Menu.Dropdown>
    </Menu>
  )
}
