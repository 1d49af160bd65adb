import { lazy, Suspense } from 'react'

const Stack = lazy(() => import('./toast-stack.tsx').then((module) => ({ default: module.ToastStack })))

/** Where toasts appear. Comes after the first screen: nobody is told anything before. */
export function Toasts() {
  return (
    <Suspense>
      <Stack />
    </Suspense>
  )
}
