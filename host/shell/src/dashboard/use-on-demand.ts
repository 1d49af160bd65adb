import { useState } from 'react'
import type { ComponentType } from 'react'

/**
 * A component that is fetched when it is first asked for. Where `lazy` shows nothing for a moment after it has arrived, this one
 * is rendered at once: what opens around it can put the focus into it.
 */
export function useOnDemand<Props>(load: () => Promise<ComponentType<Props>>) {
  const [Component, setComponent] = useState<ComponentType<Props> | null>(null)
  const fetchIt = async () => {
    const loaded = await load()
    setComponent(() => loaded)
  }
  return { Component, fetchIt }
}
