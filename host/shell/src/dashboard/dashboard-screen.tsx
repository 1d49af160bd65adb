import { usePathname } from '../screen/use-pathname.ts'
import { ScreenAt } from './screen-at.tsx'

/** The screen that the address names. Each address has one of its own: nothing of the last is carried into the next. */
export function DashboardScreen() {
  const pathname = usePathname()
  return <ScreenAt key={pathname} pathname={pathname} />
}
