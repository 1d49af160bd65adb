import type { Menu } from '@mantine/core'
import { cloneElement, useState } from 'react'
import type { ReactNode } from 'react'
import type { MenuFrame, MenuFrameProps } from './menu-frame.tsx'

interface MenuButtonProps<Loaded> extends Omit<MenuFrameProps, 'children'> {
  /** Fetches the data of the items, together with the menu itself. */
  load?: () => Promise<Loaded>
  /** Renders the items with the parts of Mantine's `Menu` and what `load` has fetched. */
  children: (menu: typeof Menu, loaded: Loaded) => ReactNode
}

/**
 * A button with a menu. Menus and their placement are fetched when one is first opened: the first screen does not need them, and a
 * page of 500 rows would otherwise mount 500.
 */
export function MenuButton<Loaded = undefined>({ load, children, ...rest }: MenuButtonProps<Loaded>) {
  const [parts, setParts] = useState<{ Frame: typeof MenuFrame; loaded: Loaded } | null>(null)
  const open = async () => {
    const [frame, loaded] = await Promise.all([import('./menu-frame.tsx'), load?.()])
    setParts({ Frame: frame.MenuFrame, loaded: loaded as Loaded })
  }
  if (parts) return <parts.Frame {...rest}>{(menu) => children(menu, parts.loaded)}</parts.Frame>
  return cloneElement(rest.button, { 'aria-haspopup': 'menu', onClick: () => void open() })
}
