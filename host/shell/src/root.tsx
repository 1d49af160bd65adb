import { Outlet } from '@tanstack/react-router'
import { Live } from './live/live.tsx'

/** Around every screen. */
export function Root() {
  return (
    <>
      <Outlet />
      <Live />
    </>
  )
}
