import type { Menu } from '@mantine/core'
import { cloneElement, useId } from 'react'
import type { HTMLAttributes, ReactElement, ReactNode } from 'react'
import type { MenuFrameProps } from './menu-frame.tsx'
import { useOpener } from './use-opener.ts'

interface MenuButtonProps<Loaded> extends Pick<MenuFrameProps, 'position' | 'width'> {
  /** The element that opens the menu. */
  button: ReactElement<HTMLAttributes<HTMLElement>>
  /** Fetches the data of the items, together with the menu itself. */
  load?: () => Promise<Loaded>
  /** Renders the items with the parts of Mantine's `Menu` and what `load` has fetched. */
  children: (menu: typeof Menu, loaded: Loaded) => ReactNode
}

/**
 * A button with a menu. Menus and their placement are fetched when one is first opened: the first screen does not need them, and a
 * page of 500 rows would otherwise mount 500.
 */
export function MenuButton<Loaded = undefined>({ button, load, children, ...shape }: MenuButtonProps<Loaded>) {
  const id = useId()
  const { props, loaded, ...opener } = useOpener(async () => {
    const [frame, items] = await Promise.all([import('./menu-frame.tsx'), load?.()])
    return { Frame: frame.MenuFrame, items: items as Loaded }
  })
  const { isOpen } = opener
  const state = {
    ...({ id, 'aria-haspopup': 'menu', 'aria-controls': isOpen ? `${id}-dropdown` : undefined } as const),
    'data-expanded': isOpen || undefined,
  }
  return (
    <>
      {cloneElement(button, { ...props, ...state })}
      {loaded && (
        <loaded.Frame id={id} opener={opener} {...shape}>
          {(menu) => children(menu, loaded.items)}
        </loaded.Frame>
      )}
    </>
  )
}
