import type { PluginAction, PluginStatus } from '@atrium/sdk/documents'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { actOnPlugin, planOptions, refreshPlugins } from '../api/plugins.ts'
import { useKept } from '../api/query-client.ts'
import { toast } from '../feedback/toast.ts'
import { doneMessage, leftBehind } from './plan-words.ts'

interface PlanOptions {
  plugin: PluginStatus
  action: PluginAction
  /** After all of it has ended as planned. */
  onDone: () => void
}

/** The plan of an action, kept up to date until it is carried out; then what was carried out stands. */
export function usePlan({ plugin, action, onDone }: PlanOptions) {
  const queryClient = useQueryClient()
  const [cascade, setCascade] = useState(false)
  const run = useMutation({
    mutationFn: () => actOnPlugin(plugin.id, action, { cascade }),
    onSuccess: (done) => {
      if (leftBehind(done).length > 0) return
      toast.done(doneMessage(done, plugin.title))
      onDone()
    },
    onSettled: () => refreshPlugins(queryClient),
  })
  const isUnderWay = run.isPending || run.isSuccess
  const proposed = useQuery({ ...planOptions(plugin.id, action, { cascade }), enabled: !isUnderWay })
  const plan = useKept(proposed.data)

  return {
    /** As it was last known: while it is worked out anew it must not be carried out. */
    plan: run.data ?? plan,
    canExecute: proposed.data?.refused === null && proposed.data.steps.length > 0,
    error: run.error ?? proposed.error,
    cascade,
    setCascade,
    execute: () => run.mutate(),
    isRunning: run.isPending,
    /** What did not end as planned, once it is over. */
    failed: run.data ? leftBehind(run.data) : [],
  }
}
