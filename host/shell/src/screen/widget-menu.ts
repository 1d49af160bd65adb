import { createContext, type ReactNode } from 'react'

/** The button of the widget around this component that its title line shows last. */
export const WidgetMenu = createContext<ReactNode>(null)
