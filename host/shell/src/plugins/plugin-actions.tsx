import type { PluginAction, PluginStatus } from '@atrium/sdk/documents'
import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { PERMISSIONS, useMay } from '../session/permissions.ts'
import { t } from '../language/t.ts'
import { actionLabels, actionsFor } from './plugin-words.ts'

const PlanDialog = lazy(() => import('./plan-dialog.tsx').then((module) => ({ default: module.PlanDialog })))

interface PluginActionsProps {
  plugin: PluginStatus
  plugins: readonly PluginStatus[]
}

/** The actions on a plugin. Each opens a dialog that shows its steps first. */
export function PluginActions({ plugin, plugins }: PluginActionsProps) {
  const mayManage = useMay(PERMISSIONS.managePlugins)
  const [asked, setAsked] = useState<PluginAction | null>(null)
  if (!mayManage) return null
  return (
    <>
      {actionsFor(plugin).map((action) => (
        <Button
          key={action}
          variant="default"
          aria-label={t('{action} {title}', { action: t(actionLabels[action]), title: plugin.title })}
          onClick={() => setAsked(action)}
        >
          {t(actionLabels[action])}
        </Button>
      ))}
      {asked && (
        <Suspense>
          <PlanDialog plugin={plugin} plugins={plugins} action={asked} onClose={() => setAsked(null)} />
        </Suspense>
      )}
    </>
  )
}
