import { Menu } from '@mantine/core'
import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/Menu.layer.css'
import type { ReactElement, ReactNode } from 'react'
import type { MenuShape } from './menu-button.tsx'

interface MenuFrameProps extends MenuShape {
  button: ReactElement
  children: ReactNode
}

/** A menu that is open as soon as it is there. */
export function MenuFrame({ button, children, ...shape }: MenuFrameProps) {
  return (
    <Menu defaultOpened {...shape}>
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  )
}
