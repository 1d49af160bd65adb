import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { EmptyState } from '../feedback/empty-state.tsx'
import { usePanel } from '../screen/panel-context.ts'

/** `/<panel>`: goes on to the first entry of its navigation. */
export function FirstScreen() {
  const { panel } = usePanel()
  const { history } = useRouter()
  const first = panel.navigation[0]?.items[0]?.path

  useEffect(() => {
    if (first !== undefined) history.replace(first)
  }, [first, history])

  if (first !== undefined) return null
  return (
    <EmptyState
      heading
      title={`${panel.title} is empty`}
      description="No active plugin shows anything in this panel."
    />
  )
}
