import type { Caller } from '@atrium/sdk'

/** A plugin that works on its own account: in a job, an event's handler, a timer. It may do what the host may. */
export const systemCaller = (plugin: string): Caller => ({
  id: `plugin:${plugin}`,
  kind: 'system',
  name: plugin,
  can: () => true,
  scope: () => undefined,
})
