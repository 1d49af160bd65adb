import { cloneElement, useState } from 'react'
import type { ComponentType, HTMLAttributes, ReactElement } from 'react'
import type { MenuFrame } from './menu-frame.tsx'

/** Where a menu opens and how wide it is, in pixels. */
export interface MenuShape {
  position: 'bottom-start' | 'bottom-end' | 'top-start'
  width: number
}

interface MenuButtonProps<Items extends object> extends MenuShape {
  /** What opens the menu. */
  button: ReactElement<HTMLAttributes<HTMLElement>>
  /** Fetches what is in the menu. */
  load: () => Promise<ComponentType<Items>>
  /** What that is told. */
  items: Items
}

interface Loaded<Items> {
  Frame: typeof MenuFrame
  Items: ComponentType<Items>
}

/**
 * A button with a menu. Menus, and all that places them, are fetched when one is first opened: no first screen needs them, and a
 * page of 500 rows would else carry 500.
 */
export function MenuButton<Items extends object>({ button, load, items, ...shape }: MenuButtonProps<Items>) {
  const [loaded, setLoaded] = useState<Loaded<Items> | null>(null)
  const open = async () => {
    const [{ MenuFrame }, Items] = await Promise.all([import('./menu-frame.tsx'), load()])
    setLoaded({ Frame: MenuFrame, Items })
  }
  if (!loaded) return cloneElement(button, { 'aria-haspopup': 'menu', onClick: () => void open() })
  return (
    <loaded.Frame button={button} {...shape}>
      <loaded.Items {...items} />
    </loaded.Frame>
  )
}
